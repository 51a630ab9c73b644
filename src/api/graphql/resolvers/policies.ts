import { CatalogError, invalidRequest } from '../../../errors.ts';
import { policyProblems } from '../../../model/check-policy.ts';
import { POLICY } from '../../../model/policy.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { parseFilter } from '../parse-search.ts';
import { actorFilter, policyMembers, policyType, resourceFilter } from '../presenters/policy.ts';
import type { PolicyUpdateInput, Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember, fromRequiredAspect } from './aspect-field.ts';

const DENIAL = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** Fields of `DataHubPolicy`. */
export const DATAHUB_POLICY = {
  displayName: fromMember(POLICY.infoAspect, 'displayName'),
  name: fromMember(POLICY.infoAspect, 'displayName'),
  description: fromMember(POLICY.infoAspect, 'description'),
  policyType: fromMember(POLICY.infoAspect, 'type'),
  state: fromMember(POLICY.infoAspect, 'state'),
  privileges: fromMember(POLICY.infoAspect, 'privileges'),
  editable: fromRequiredAspect(POLICY.infoAspect, (info) => info['editable'] !== false),
  actors: fromRequiredAspect(POLICY.infoAspect, (info, _entity, { references }) =>
    actorFilter(info, references),
  ),
  resources: fromAspect(POLICY.infoAspect, (info, _entity, { references }) =>
    resourceFilter(info, references),
  ),
} satisfies Partial<Resolvers['DataHubPolicy']>;

/** Queries that list policies and roles. */
export const POLICY_QUERIES = {
  listPolicies: async (_root, { input }, context) => {
    context.catalog.requirePrivilege('MANAGE_POLICIES', DENIAL);
    const filter = parseFilter({ filters: null, orFilters: input.orFilters ?? null });
    const listing = { ...input, filter, entityTypes: [POLICY.entityType] };
    const { entities, ...page } = await findEntities(listing, context);
    const infos = await context.catalog.getEntities(
      entities.map(({ urn }) => urn),
      [POLICY.infoAspect],
    );
    const policies = entities.flatMap(({ urn }) => {
      const info = infos.get(urn)?.get(POLICY.infoAspect)?.value;
      if (info === undefined) return [];
      return [{ urn, type: policyType(info), ...policyMembers(info, context.references) }];
    });
    return { ...page, count: policies.length, policies };
  },
  listRoles: async (_root, { input }, context) => {
    const { entities, ...page } = await findEntities({ ...input, entityTypes: ['dataHubRole'] }, context);
    return { ...page, roles: entities };
  },
} satisfies Partial<Resolvers['Query']>;

/** Mutations of policies; they take effect with the next request. */
export const POLICY_MUTATIONS = {
  createPolicy: async (_root, { input }, context) => {
    context.catalog.requirePrivilege('MANAGE_POLICIES', DENIAL);
    return write(formatUrn(POLICY.entityType, context.settings.newId()), input, true, context);
  },
  updatePolicy: async (_root, { urn, input }, context) => {
    context.catalog.requirePrivilege('MANAGE_POLICIES', DENIAL);
    const policy = context.references.parseAs(POLICY.entityType, urn).urn;
    return write(policy, input, await requireEditable(policy, context), context);
  },
  deletePolicy: async (_root, { urn }, context) => {
    context.catalog.requirePrivilege('MANAGE_POLICIES', DENIAL);
    const policy = context.references.parseAs(POLICY.entityType, urn).urn;
    await requireEditable(policy, context);
    const { sequence } = await context.catalog.deleteEntity(policy);
    context.wrote(sequence);
    return policy;
  },
} satisfies Partial<Resolvers['Mutation']>;

async function write(
  urn: Urn,
  input: PolicyUpdateInput,
  editable: boolean,
  context: GraphqlContext,
): Promise<Urn> {
  return updating(input, async () => {
    const value = valueOf(input, editable, context.settings.now());
    const problems = policyProblems(value, context.settings.registry);
    if (problems.length > 0) throw invalidRequest(problems.join(' '));
    const proposal = { urn, aspectName: POLICY.infoAspect, changeType: 'UPSERT', value } as const;
    const { sequence } = await context.catalog.ingest([proposal]);
    context.wrote(sequence);
    return urn;
  });
}

function valueOf(input: PolicyUpdateInput, editable: boolean, now: number): JsonObject {
  const { type, name, state, description, resources, privileges, actors } = input;
  return {
    displayName: name,
    description: description ?? '',
    ...{ type, state, privileges, editable, lastUpdatedTimestamp: now },
    actors: withoutNulls(actors),
    ...(isJsonObject(resources) && { resources: withoutNulls(resources) }),
  };
}

/** Removes nulls at any depth: clients send null for members that they omit. */
function withoutNulls(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, member && filled(member)]));
}

function filled(value: JsonValue): JsonValue {
  if (isJsonObject(value)) return withoutNulls(value);
  return isList(value) ? value.map(filled) : value;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Throws NOT_FOUND for a missing policy, FORBIDDEN for one that is not editable; returns true otherwise. */
async function requireEditable(urn: Urn, { catalog }: GraphqlContext): Promise<true> {
  const info = await catalog.getAspect(urn, POLICY.infoAspect, 0);
  if (info === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `The policy ${urn} does not exist. List the policies to find its urn.`,
    );
  }
  if (info.value['editable'] !== false) return true;
  throw new CatalogError(
    'FORBIDDEN',
    `The policy ${urn} belongs to the root user or to a role and cannot be changed. Create your own policy, or change who has the role.`,
  );
}
