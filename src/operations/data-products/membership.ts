import { patchIfAny, put, take } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import { requireEntities } from '../assets.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import type { Reading, Work } from '../work.ts';
import { PRODUCT_INFO } from './data-product.ts';

/** The privilege on an asset to add it to and remove it from data products. */
export const MEMBER_PRIVILEGE = 'EDIT_ENTITY_DATA_PRODUCTS';

const CONTAINS = 'DataProductContains';
/** Maximum number of data products that one asset is removed from. */
const MOST_PRODUCTS = 1_000;

/** Data products, and assets to add to or remove from each of them. */
export interface Membership {
  readonly products: readonly EntityReference[];
  readonly assets: readonly EntityReference[];
}

/** Throws NOT_FOUND unless all assets and data products exist. */
export async function requireMembership({ products, assets }: Membership, work: Work): Promise<void> {
  await requireEntities(assets, work);
  await requireExisting(
    products,
    (urn) => `Failed to update data products, data product ${urn} does not exist. Create it first.`,
    work,
  );
}

/** Proposals that add assets to a data product; none without assets. */
export function puttingInto(product: Urn, assets: readonly Urn[], work: Work): MetadataChangeProposal[] {
  const stamp = { ...stampNow(work) };
  return patchIfAny(
    product,
    PRODUCT_INFO,
    assets.map((urn) => put(['assets', urn], { destinationUrn: urn, created: stamp, lastModified: stamp })),
  );
}

/** Proposals that remove assets from a data product; none without assets. */
export function takingFrom(product: Urn, assets: readonly Urn[]): MetadataChangeProposal[] {
  return patchIfAny(
    product,
    PRODUCT_INFO,
    assets.map((urn) => take(['assets', urn])),
  );
}

/** The data products of an asset that the caller may see. */
export async function productsOf(
  urn: Urn,
  { query, scope }: Pick<Reading, 'query' | 'scope'>,
): Promise<readonly Urn[]> {
  const page = { start: 0, count: MOST_PRODUCTS, includeSoftDelete: true };
  const { entities } = await query.relationships(
    { urn, types: [CONTAINS], direction: 'INCOMING', ...page },
    scope,
  );
  return entities.map((related) => related.urn);
}

/** Urns without repetition. */
export function urnsOf(entities: readonly EntityReference[]): readonly Urn[] {
  return [...new Set(entities.map(({ urn }) => urn))];
}
