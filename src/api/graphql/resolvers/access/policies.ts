import { POLICY } from '../../../../model/access/policy.ts';
import type { Urn } from '../../../../model/urn.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { createPolicy } from '../../../../operations/policies/create-policy.ts';
import { deletePolicy } from '../../../../operations/policies/delete-policy.ts';
import { listPolicies } from '../../../../operations/policies/list-policies.ts';
import { updatePolicy } from '../../../../operations/policies/update-policy.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { withoutNulls } from '../../../../util/json/without-nulls.ts';
import { isJsonObject } from '../../../../util/json.ts';
import { answeredBy, bind, ofArguments } from '../fields/bind-operation.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import { actorFilter, policyMembers, policyType, resourceFilter } from '../../presenters/policy.ts';
import type { PolicyUpdateInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember, fromRequiredAspect } from '../fields/aspect-field.ts';

/** Fields of `DataHubPolicy`. */
export const DATAHUB_POLICY = {
  privileges: fromMember(POLICY.infoAspect, 'privileges'),
  editable: fromRequiredAspect(POLICY.infoAspect, (info) => info['editable'] !== false),
  actors: fromRequiredAspect(POLICY.infoAspect, actorFilter),
  resources: fromAspect(POLICY.infoAspect, resourceFilter),
} satisfies Partial<Resolvers['DataHubPolicy']>;

/** Queries that list policies and roles. */
export const POLICY_QUERIES = {
  listPolicies: answeredBy([listPolicies, getEntities], async (_root, { input }, context) => {
    const filter = parseFilter({ filters: null, orFilters: input.orFilters ?? null });
    const { query, start, count } = input;
    const { entities, ...page } = await context.run(listPolicies, { query, start, count, filter });
    const infos = await context.run(getEntities, {
      urns: entities.map(({ urn }) => urn),
      aspectNames: [POLICY.infoAspect],
    });
    const policies = entities.flatMap(({ urn }) => {
      const info = infos.get(urn)?.get(POLICY.infoAspect)?.value;
      if (info === undefined) return [];
      return [{ urn, type: policyType(info), ...policyMembers(info, context.references) }];
    });
    return { ...page, count: policies.length, policies };
  }),
  listRoles: answeredBy(listEntities, async (_root, { input: { query, start, count } }, context) => {
    const listing = { entityTypes: ['dataHubRole'], query, start, count };
    const { entities, ...page } = await context.run(listEntities, listing);
    return { ...page, roles: entities };
  }),
} satisfies Partial<Resolvers['Query']>;

const present = (urn: Urn): Urn => urn;

/** Mutations of policies; they take effect with the next request. */
export const POLICY_MUTATIONS = {
  createPolicy: bind(createPolicy, ({ input }) => ({ to: policyOf(input) }), { present }),
  updatePolicy: bind(
    updatePolicy,
    ({ urn, input, ifVersionMatch }) => ({ policy: urn, to: policyOf(input), ifVersionMatch }),
    { present },
  ),
  deletePolicy: ofArguments(deletePolicy, { present }),
} satisfies Partial<Resolvers['Mutation']>;

function policyOf({ actors, resources, ...others }: PolicyUpdateInput) {
  return {
    ...others,
    actors: withoutNulls(actors),
    ...(isJsonObject(resources) && { resources: withoutNulls(resources) }),
  };
}
