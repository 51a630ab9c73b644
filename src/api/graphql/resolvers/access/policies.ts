import { POLICY } from '../../../../model/access/policy.ts';
import type { Urn } from '../../../../model/urn.ts';
import { findEntities } from '../../../../operations/find-entities.ts';
import { createPolicy } from '../../../../operations/policies/create-policy.ts';
import { deletePolicy } from '../../../../operations/policies/delete-policy.ts';
import { updatePolicy } from '../../../../operations/policies/update-policy.ts';
import { isJsonObject } from '../../../../util/json.ts';
import type { JsonObject, JsonValue } from '../../../../util/json.ts';
import { bind } from '../fields/bind-operation.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import { actorFilter, policyMembers, policyType, resourceFilter } from '../../presenters/policy.ts';
import type { PolicyUpdateInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember, fromRequiredAspect } from '../fields/aspect-field.ts';

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

const present = (urn: Urn): Urn => urn;

/** Mutations of policies; they take effect with the next request. */
export const POLICY_MUTATIONS = {
  createPolicy: bind(createPolicy, ({ input }) => ({ to: policyOf(input) }), { present }),
  updatePolicy: bind(updatePolicy, ({ urn, input }) => ({ policy: urn, to: policyOf(input) }), { present }),
  deletePolicy: bind(deletePolicy, ({ urn }) => ({ policy: urn }), { present, failed: null }),
} satisfies Partial<Resolvers['Mutation']>;

function policyOf({ actors, resources, ...others }: PolicyUpdateInput) {
  return {
    ...others,
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
