import { invalidRequest } from '../../../errors.ts';
import type { CatalogError } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven, take, upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteEverywhere, readAspect, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { objects, text, texts } from '../../../util/json-members.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireAnyGrant, requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import type { SearchAcrossEntitiesInput } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { searchWithin } from './search-within.ts';

interface CreateInput {
  readonly properties: { readonly name: string; readonly description?: string | null };
  readonly domainUrn: string;
  readonly id?: string | null;
}
interface BatchSetInput {
  readonly dataProductUrn?: string | null;
  readonly resourceUrns: readonly string[];
}

const INFO = 'dataProductProperties';
const PRIVILEGE = 'MANAGE_DATA_PRODUCTS';
const CONTAINS = 'DataProductContains';
/** Maximum number of data products that one asset is removed from. */
const MOST_PRODUCTS = 1_000;

/** Mutations of data products and of their assets. */
export const DATA_PRODUCT_MUTATIONS = {
  createDataProduct: async (_root, { input }, context) => {
    const domain = context.references.parseAs('domain', input.domainUrn);
    await requireEdit(PRIVILEGE, [domain], context);
    return withRootCause(
      () => `Failed to create a new DataProduct from input ${JSON.stringify(input)}`,
      () => createProduct(input, domain, context),
    );
  },
  updateDataProduct: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const product = await permittedProduct(urn, context);
      const { name, description } = input;
      const operations = putGiven({ name, description });
      if (operations.length > 0) await context.ingest([patchOf(product.urn, INFO, operations)]);
      return product;
    }),
  deleteDataProduct: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      await deleteEverywhere(await permittedProduct(urn, context), context);
      return true;
    }),
  batchSetDataProduct: (_root, { input }, context) => updating(input, () => setProduct(input, context)),
} satisfies Partial<Resolvers['Mutation']>;

/** Searches the assets of a data product. */
export const DATA_PRODUCT_QUERIES = {
  listDataProductAssets: async (_root, { urn, input }, context) =>
    productContents(context.references.parseAs('dataProduct', urn), { input }, context),
} satisfies Partial<Resolvers['Query']>;

/** Search results among the assets of a data product. */
export async function productContents(
  { urn }: EntityReference,
  { input }: { readonly input?: SearchAcrossEntitiesInput | null },
  context: GraphqlContext,
): Promise<object> {
  const value = await context.loader.aspect(urn, INFO);
  const assets = objects(value?.['assets']).flatMap(({ destinationUrn }) => text(destinationUrn) ?? []);
  return searchWithin(assets, input ?? { query: '*' }, context);
}

/** Throws FORBIDDEN unless the caller has EDIT_ENTITY on the product, or MANAGE_DATA_PRODUCTS on all its domains. */
export async function requireProductRight({ urn }: EntityReference, context: GraphqlContext): Promise<void> {
  const onProduct = { privilege: 'EDIT_ENTITY', urn };
  const domains = texts((await readAspect(urn, 'domains', context))?.['domains']);
  const onDomains = domains.flatMap((text) => {
    const domain = context.references.find(text);
    return domain === undefined ? [] : [{ privilege: PRIVILEGE, urn: domain.urn }];
  });
  if (onDomains.length === 0) return requireAnyGrant([onProduct], context);
  for (const onDomain of onDomains) await requireAnyGrant([onDomain, onProduct], context);
}

async function createProduct(
  { properties, id }: CreateInput,
  domain: EntityReference,
  context: GraphqlContext,
): Promise<EntityReference> {
  await requireExisting(
    [domain],
    (urn) => `The Domain provided does not exist: ${urn}. Create it first.`,
    context,
  );
  const urn = formatUrn('dataProduct', id || context.settings.newId());
  const { name, description } = properties;
  const proposals = [
    creationOf(urn, INFO, { name, ...given({ description }) }),
    upsertOf(urn, 'domains', { domains: [domain.urn] }),
    await creatorOwnership(urn, context),
  ];
  const taken = (): CatalogError =>
    invalidRequest(`This Data product already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, proposals, taken, context);
  return context.references.to(urn);
}

async function permittedProduct(urn: string, context: GraphqlContext): Promise<EntityReference> {
  const product = context.references.parseAs('dataProduct', urn);
  await requireProductRight(product, context);
  await requireExisting(
    [product],
    (missing) => `Failed to update Data Product with urn ${missing}. It does not exist.`,
    context,
  );
  return product;
}

/** Sets or removes the data product of assets. An asset has at most one, so it is removed from all others. */
async function setProduct(input: BatchSetInput, context: GraphqlContext): Promise<boolean> {
  const { references } = context;
  const product = input.dataProductUrn ? references.parseAs('dataProduct', input.dataProductUrn) : undefined;
  const assets = [...new Set(input.resourceUrns)].map((urn) => references.parse(urn));
  await requireEdit('EDIT_ENTITY_DATA_PRODUCTS', assets, context);
  await requireAssets(
    assets.map((entity) => ({ entity, fieldPath: undefined })),
    context,
  );
  if (product !== undefined) {
    await requireExisting(
      [product],
      (urn) => `Failed to batch set data product: ${urn} does not exist. Create it first.`,
      context,
    );
  }
  const proposals: MetadataChangeProposal[] = [];
  for (const { urn } of assets) {
    for (const other of await productsOf(urn, context)) {
      if (other !== product?.urn) proposals.push(patchOf(other, INFO, [take(['assets', urn])]));
    }
  }
  if (product !== undefined && assets.length > 0) {
    const stamp = { ...stampNow(context) };
    const operations = assets.map(({ urn }) =>
      put(['assets', urn], { destinationUrn: urn, created: stamp, lastModified: stamp }),
    );
    proposals.push(patchOf(product.urn, INFO, operations));
  }
  await context.ingest(proposals);
  return true;
}

async function productsOf(urn: Urn, { catalog }: GraphqlContext): Promise<readonly Urn[]> {
  const { entities } = await catalog.relationships({
    urn,
    types: [CONTAINS],
    direction: 'INCOMING',
    start: 0,
    count: MOST_PRODUCTS,
    includeSoftDelete: true,
  });
  return entities.map((related) => related.urn);
}
