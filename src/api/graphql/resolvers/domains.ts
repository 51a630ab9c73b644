import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, take, upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { requireFreeName } from '../../../operations/sibling-names.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteEverywhere, readAspect, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { text } from '../../../util/json-members.ts';
import { parseTargets } from '../edit-target.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit, requireOneOf, requireRightToDelete } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { countIn, liesIn } from './contents.ts';
import { parentsOf } from './parents.ts';

interface CreateInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
  readonly parentDomain?: string | null;
}
interface MoveInput {
  readonly parentDomain?: string | null;
  readonly resourceUrn: string;
}

const INFO = 'domainProperties';
const PRIVILEGE = 'EDIT_DOMAINS_PRIVILEGE';

/** Mutations of domains and of their assets. */
export const DOMAIN_MUTATIONS = {
  createDomain: (_root, { input }, context) => {
    requireOneOf(['CREATE_DOMAINS', 'MANAGE_DOMAINS'], context);
    const id = input.id || context.settings.newId();
    return withRootCause(
      () => `Failed to create Domain with id: ${id}, name: ${input.name}`,
      () => createDomain(id, input, context),
    );
  },
  moveDomain: (_root, { input }, context) => {
    requireOneOf(['MANAGE_DOMAINS'], context);
    return updating(input, () => moveDomain(input, context));
  },
  deleteDomain: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      const domain = context.references.parseAs('domain', urn);
      await requireRightToDelete(domain, 'MANAGE_DOMAINS', context);
      if ((await countIn('domain', 'parentDomain', domain, context)) > 0) {
        throw invalidRequest(
          `Cannot delete domain ${domain.urn} which has child domains. Move or delete them first.`,
        );
      }
      await deleteEverywhere(domain, context);
      return true;
    }),
  setDomain: (_root, { entityUrn, domainUrn }, context) =>
    updating({ entityUrn, domainUrn }, () => setDomain(domainUrn, [{ resourceUrn: entityUrn }], context)),
  unsetDomain: (_root, { entityUrn }, context) =>
    updating({ entityUrn }, () => setDomain(undefined, [{ resourceUrn: entityUrn }], context)),
  batchSetDomain: (_root, { input }, context) =>
    updating(input, () => setDomain(input.domainUrn ?? undefined, input.resources, context)),
} satisfies Partial<Resolvers['Mutation']>;

export const DOMAIN_QUERIES = {
  listDomains: async (_root, { input }, context) => {
    const { query, start, count, parentDomain } = input;
    const parent = parentDomain && context.references.parseAs('domain', parentDomain).urn;
    // As in DataHub, a search text matches domains of all levels; without one, only one level is listed.
    const filter = query && !parent ? [] : [[liesIn('parentDomain', parent)]];
    const { entities, ...page } = await findEntities(
      { entityTypes: ['domain'], query, start, count, filter, sort: BY_NAME },
      context,
    );
    return { ...page, domains: entities };
  },
} satisfies Partial<Resolvers['Query']>;

const BY_NAME = [{ field: 'name', order: 'ASCENDING' }] as const;

async function createDomain(id: string, input: CreateInput, context: GraphqlContext): Promise<Urn> {
  const urn = formatUrn('domain', id);
  const parent = input.parentDomain ? context.references.parseAs('domain', input.parentDomain) : undefined;
  if (parent !== undefined) await requireParent(parent, context);
  await requireFreeName({ urn, entityType: 'domain' }, input.name, parent?.urn, context);
  const { description } = input;
  const value = {
    name: input.name,
    ...given({ description, parentDomain: parent?.urn }),
    created: { ...stampNow(context) },
  };
  const taken = (): CatalogError =>
    new CatalogError('CONFLICT', `This Domain already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, [creationOf(urn, INFO, value), await creatorOwnership(urn, context)], taken, context);
  return urn;
}

async function moveDomain(input: MoveInput, context: GraphqlContext): Promise<boolean> {
  const domain = context.references.parseAs('domain', input.resourceUrn);
  const parent = input.parentDomain ? context.references.parseAs('domain', input.parentDomain) : undefined;
  const stored = await readAspect(domain.urn, INFO, context);
  if (stored === undefined) throw new CatalogError('NOT_FOUND', `Domain ${domain.urn} does not exist.`);
  if (parent !== undefined) {
    await requireParent(parent, context);
    const link = { aspectName: INFO, member: 'parentDomain' };
    const above = [parent, ...(await parentsOf(parent, 'domain', () => link, context))];
    if (above.some(({ urn }) => urn === domain.urn)) {
      throw invalidRequest(
        `Cannot move a domain into itself: ${parent.urn} is ${domain.urn} or a descendant of it.`,
      );
    }
  }
  await requireFreeName(domain, text(stored['name']) ?? '', parent?.urn, context);
  const operation = parent === undefined ? take(['parentDomain']) : put(['parentDomain'], parent.urn);
  await context.ingest([patchOf(domain.urn, INFO, [operation])]);
  return true;
}

async function setDomain(
  domainUrn: string | undefined,
  resources: readonly ResourceRef[],
  context: GraphqlContext,
): Promise<boolean> {
  const targets = parseTargets(resources, context);
  const entities = targets.map(({ entity }) => entity);
  await requireEdit(PRIVILEGE, entities, context);
  await requireAssets(targets, context);
  const domains: Urn[] = [];
  if (domainUrn !== undefined) {
    const domain = context.references.parseAs('domain', domainUrn);
    await requireExisting(
      [domain],
      (urn) => `Failed to add resources to domain ${urn}. Domain does not exist. Create it first.`,
      context,
    );
    domains.push(domain.urn);
  }
  await context.ingest(entities.map(({ urn }) => upsertOf(urn, 'domains', { domains })));
  return true;
}

function requireParent(parent: EntityReference, context: GraphqlContext): Promise<void> {
  return requireExisting(
    [parent],
    (urn) => `Parent Domain does not exist! ${urn} was never created.`,
    context,
  );
}
