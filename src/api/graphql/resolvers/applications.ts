import { invalidRequest } from '../../../errors.ts';
import type { CatalogError } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { deleteEverywhere, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit, requireOneOf } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { searchWithin } from './search-within.ts';

interface CreateInput {
  readonly properties: { readonly name: string; readonly description?: string | null };
  readonly domainUrn?: string | null;
  readonly id?: string | null;
}

const MANAGE = ['MANAGE_APPLICATIONS'];
/** Maximum number of assets of an application that are searched. */
const MOST_ASSETS = 10_000;

/** Mutations of applications and of their assets. */
export const APPLICATION_MUTATIONS = {
  createApplication: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return withRootCause(
      () => `Failed to create a new Application from input ${JSON.stringify(input)}`,
      () => createApplication(input, context),
    );
  },
  deleteApplication: (_root, { urn }, context) => {
    requireOneOf(MANAGE, context);
    return updating({ urn }, async () => {
      await deleteEverywhere(context.references.parseAs('application', urn), context);
      return true;
    });
  },
  batchSetApplication: (_root, { input }, context) =>
    updating(input, async () => {
      const { references } = context;
      const application = input.applicationUrn
        ? references.parseAs('application', input.applicationUrn)
        : undefined;
      const assets = input.resourceUrns.map((urn) => references.parse(urn));
      await requireEdit('EDIT_ENTITY', assets, context);
      await requireAssets(
        assets.map((entity) => ({ entity, fieldPath: undefined })),
        context,
      );
      if (application !== undefined) {
        const missing = (urn: string) =>
          `Failed to batch set Application: ${urn} does not exist. Create it first.`;
        await requireExisting([application], missing, context);
      }
      const applications = application === undefined ? [] : [application.urn];
      await context.ingest(assets.map(({ urn }) => upsertOf(urn, 'applications', { applications })));
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** Searches the assets of an application. */
export const APPLICATION_QUERIES = {
  listApplicationAssets: async (_root, { urn, input }, context) => {
    const filter = [[equalTo('applications', context.references.parseAs('application', urn).urn)]];
    const { entities } = await findEntities({ entityTypes: [], filter, count: MOST_ASSETS }, context);
    return searchWithin(
      entities.map((entity) => entity.urn),
      input,
      context,
    );
  },
} satisfies Partial<Resolvers['Query']>;

async function createApplication(
  { properties, domainUrn, id }: CreateInput,
  context: GraphqlContext,
): Promise<EntityReference> {
  const domain = domainUrn ? context.references.parseAs('domain', domainUrn) : undefined;
  if (domain !== undefined) {
    const missing = (urn: string) => `The Domain provided does not exist: ${urn}. Create it first.`;
    await requireExisting([domain], missing, context);
  }
  const urn = formatUrn('application', id || context.settings.newId());
  const { name, description } = properties;
  const proposals = [
    creationOf(urn, 'applicationProperties', { name, ...given({ description }) }),
    ...(domain === undefined ? [] : [upsertOf(urn, 'domains', { domains: [domain.urn] })]),
    await creatorOwnership(urn, context),
  ];
  const taken = (): CatalogError =>
    invalidRequest(`This Application already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, proposals, taken, context);
  return context.references.to(urn);
}
