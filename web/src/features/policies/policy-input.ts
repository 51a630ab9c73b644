import type { Criterion, Policy, PolicyInput } from './policy-data.ts';

/** Whether two policies say the same. */
export function areSamePolicies(a: Policy, b: Policy): boolean {
  return JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b));
}

/** The policy in the form in which the server takes it. */
export function inputOf(policy: Policy): PolicyInput {
  const { type, name, state, description, resources, constraints, actors, privileges } = policy;
  const hasConditions = type === 'METADATA' && (resources !== undefined || constraints !== undefined);
  const { users, groups, roles, resourceOwnersTypes, ...others } = actors;
  return {
    ...{ type, name, state, description },
    privileges: [...privileges],
    actors: {
      ...others,
      users: [...(users ?? [])],
      groups: [...(groups ?? [])],
      roles: [...(roles ?? [])],
      ...(resourceOwnersTypes && resourceOwnersTypes.length > 0 && { resourceOwnersTypes }),
    },
    ...(hasConditions && {
      resources: {
        ...(resources === undefined ? { allResources: true } : { filter: filterOf(resources) }),
        ...(constraints !== undefined && { privilegeConstraints: filterOf(constraints) }),
      },
    }),
  };
}

function filterOf(criteria: readonly Criterion[]) {
  return {
    criteria: criteria.map(({ field, condition, values, propertyUrn }) =>
      propertyUrn === undefined
        ? { field, condition, values: [...values] }
        : { field, condition, values: [], structuredPropertyValues: [{ propertyUrn, values: [...values] }] },
    ),
  };
}
