import { PageError } from '../../api/api-error.ts';
import { retryIfOutdated, versionOf } from '../../api/conditional-write.ts';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { readEntity } from '../../api/read-entity.ts';
import { useChange } from '../../api/use-change.ts';
import {
  readPolicy,
  type Criterion,
  type Policy,
  type StoredPolicy,
} from '../../shared/policies/policy-data.ts';

const CREATE = graphql(`
  mutation createPolicy($input: PolicyUpdateInput!) {
    createPolicy(input: $input)
  }
`);

const UPDATE = graphql(`
  mutation updatePolicy($urn: String!, $input: PolicyUpdateInput!, $version: String!) {
    updatePolicy(urn: $urn, input: $input, ifVersionMatch: $version)
  }
`);

const ASPECT = 'dataHubPolicyInfo';

/** Input of both mutations: a complete policy. */
type PolicyInput = VariablesOf<typeof CREATE>['input'];

const SHOWN = ['policies', 'policy', 'explain', 'ownPrivileges', 'me'];

/** Thrown if a policy has changed since it was shown. */
export class PolicyChangedError extends PageError {
  /** The stored policy; null if it was deleted. */
  readonly current: StoredPolicy | null;

  constructor(current: StoredPolicy | null) {
    super(
      current === null
        ? 'Someone else deleted this policy. Copy your changes into a new one.'
        : 'Someone else changed this policy.',
    );
    this.name = 'PolicyChangedError';
    this.current = current;
  }
}

/**
 * Creates a policy, or replaces the one with this urn; the result is its urn. Throws {@link PolicyChangedError} if the
 * stored policy differs from `before`, which the person saw.
 */
export const useSavePolicy = (urn: string | undefined) =>
  useChange(SHOWN, async ({ before, policy }: { readonly before: Policy; readonly policy: Policy }) => {
    const input = inputOf(policy);
    if (urn === undefined) return (await query(CREATE, { input })).createPolicy;
    return retryIfOutdated(async () => {
      // Reads the version first, so that the server refuses the write if a newer one exists.
      const version = versionOf((await readEntity(urn, [ASPECT]))?.[ASPECT]);
      const current = await readPolicy(urn);
      if (current === null || !areSamePolicies(current, before)) throw new PolicyChangedError(current);
      return (await query(UPDATE, { urn, input, version })).updatePolicy;
    });
  });

/** Whether two policies are equal. */
export function areSamePolicies(a: Policy, b: Policy): boolean {
  return JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b));
}

/** Converts the policy to mutation input. */
function inputOf(policy: Policy): PolicyInput {
  const { type, name, state, description, resources, constraints, actors, privileges } = policy;
  const hasConditions = type === 'METADATA' && (resources !== undefined || constraints !== undefined);
  const { users, groups, roles, resourceOwnersTypes, ...others } = actors;
  return {
    type,
    name,
    state,
    description,
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
