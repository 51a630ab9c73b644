import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql, readFragment, type ResultOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';

/** Rows per page of policies. */
export const PAGE_SIZE = 50;

const FILTER = graphql(`
  fragment PolicyFilter on PolicyMatchFilter {
    criteria {
      field
      condition
      values {
        value
      }
      structuredPropertyValues {
        propertyUrn
        values
      }
    }
  }
`);

const RESOURCES = graphql(
  `
    fragment PolicyResources on ResourceFilter {
      type
      resources
      allResources
      filter {
        ...PolicyFilter
      }
      privilegeConstraints {
        ...PolicyFilter
      }
    }
  `,
  [FILTER],
);

const ACTORS = graphql(`
  fragment PolicyActors on ActorFilter {
    users
    groups
    roles
    resourceOwners
    resourceOwnersTypes
    allUsers
    allGroups
  }
`);

const LIST = graphql(
  `
    query policies($input: ListPoliciesInput!) {
      listPolicies(input: $input) {
        total
        policies {
          urn
          type
          name
          state
          description
          privileges
          editable
          resources {
            ...PolicyResources
          }
          actors {
            ...PolicyActors
          }
        }
      }
    }
  `,
  [RESOURCES, ACTORS],
);

const ONE = graphql(
  `
    query policy($urn: String!) {
      entity(urn: $urn) {
        urn
        ... on DataHubPolicy {
          policyType
          name
          state
          description
          privileges
          editable
          resources {
            ...PolicyResources
          }
          actors {
            ...PolicyActors
          }
        }
      }
    }
  `,
  [RESOURCES, ACTORS],
);

const EXISTS = graphql(`
  query policyExists($urn: String!) {
    entity(urn: $urn) {
      urn
      ... on DataHubPolicy {
        exists
      }
    }
  }
`);

const DELETE = graphql(`
  mutation deletePolicy($urn: String!) {
    deletePolicy(urn: $urn)
  }
`);

/** The actors that a policy applies to. */
export type PolicyActors = ResultOf<typeof ACTORS>;

/** A condition on entities or properties, with its values as texts. */
export interface Criterion {
  readonly field: string;
  readonly condition: 'EQUALS' | 'STARTS_WITH' | 'NOT_EQUALS';
  readonly values: readonly string[];
  /** Urn of the property; only for the field STRUCTURED_PROPERTY. */
  readonly propertyUrn?: string;
}

/** A policy, as pages show and edit it. */
export interface Policy {
  readonly type: 'PLATFORM' | 'METADATA';
  readonly name: string;
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly description: string;
  readonly privileges: readonly string[];
  readonly actors: PolicyActors;
  /** Conditions on entities, joined by AND; undefined: all entities. */
  readonly resources: readonly Criterion[] | undefined;
  /** Conditions on structured properties; undefined: all properties. */
  readonly constraints: readonly Criterion[] | undefined;
}

/** A stored policy. */
export interface StoredPolicy extends Policy {
  readonly urn: string;
  readonly isEditable: boolean;
}

const POLICIES = { types: ['dataHubPolicy'] };

/** A page of policies, best matches first. */
export const usePolicies = (q: string, start: number, isEnabled: boolean) =>
  useQuery({
    queryKey: ['policies', q, start],
    meta: { shows: POLICIES },
    queryFn: async ({ signal }) => {
      const input = { start, count: PAGE_SIZE, ...(q !== '' && { query: q }) };
      const { listPolicies: found } = await query(LIST, { input }, signal);
      const policies = (found?.policies ?? []).map((policy) => stored(policy));
      return { total: found?.total ?? 0, policies };
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** The active policies that grant a privilege. */
export const useActivePolicies = (privilege: string) =>
  useQuery({
    queryKey: ['policies', 'granting', privilege],
    meta: { shows: POLICIES },
    queryFn: async ({ signal }) => {
      const { listPolicies: found } = await query(LIST, { input: { count: 500 } }, signal);
      return (found?.policies ?? [])
        .map((policy) => stored(policy))
        .filter(({ state, privileges }) => state === 'ACTIVE' && privileges.includes(privilege));
    },
  });

/** A policy; null if it does not exist. */
export const usePolicy = (urn: string | undefined) =>
  useQuery({
    queryKey: ['policy', urn],
    meta: { shows: { urns: urn === undefined ? [] : [urn] } },
    queryFn: ({ signal }) => readPolicy(urn ?? '', signal),
    enabled: urn !== undefined,
  });

/** Reads a policy; null if it does not exist. Throws {@link ApiError}. */
export async function readPolicy(urn: string, signal?: AbortSignal): Promise<StoredPolicy | null> {
  // Checks existence first: a missing policy has no actors, which would cause an error.
  const found = (await query(EXISTS, { urn }, signal)).entity;
  if (!found || !('exists' in found) || found.exists !== true) return null;
  const { entity } = await query(ONE, { urn }, signal);
  if (!entity || !('policyType' in entity)) return null;
  const { policyType, privileges, state, ...policy } = entity;
  return stored({
    ...policy,
    type: policyType === 'PLATFORM' ? 'PLATFORM' : 'METADATA',
    state: state === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    privileges: privileges ?? [],
  });
}

/** Queries to refetch after a deletion; not the policy's own, whose page is still open. */
const AFTER_DELETION = ['policies', 'ownPrivileges', 'me'];

/** Deletes a policy. */
export const useDeletePolicy = () => useChange(AFTER_DELETION, (urn: string) => query(DELETE, { urn }));

type Fetched = NonNullable<ResultOf<typeof LIST>['listPolicies']>['policies'][number];

function stored({ urn, editable, resources, actors, description, state, ...policy }: Fetched): StoredPolicy {
  const { filter, privilegeConstraints, ...older } = readFragment(RESOURCES, resources) ?? {};
  return {
    ...policy,
    urn,
    description: description ?? '',
    isEditable: editable,
    // A draft grants nothing, like an inactive policy.
    state: state === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    actors: readFragment(ACTORS, actors),
    resources: resources === null ? undefined : (criteriaOf(filter) ?? fromOlderForm(older)),
    constraints: criteriaOf(privilegeConstraints),
  };
}

type Filter = ResultOf<typeof RESOURCES>['filter'];

function criteriaOf(masked: Filter | undefined): readonly Criterion[] | undefined {
  return readFragment(FILTER, masked)?.criteria?.map(
    ({ field, condition, values, structuredPropertyValues }) => {
      const [named] = structuredPropertyValues ?? [];
      return named === undefined
        ? { field: field.replace(/^RESOURCE_/, ''), condition, values: values.map(({ value }) => value) }
        : { field, condition, values: named.values, propertyUrn: named.propertyUrn };
    },
  );
}

/** Converts the legacy form, an entity type with an optional list of urns, to conditions. */
function fromOlderForm({
  type,
  resources,
  allResources,
}: {
  readonly type?: string | null;
  readonly resources?: readonly string[] | null;
  readonly allResources?: boolean | null;
}): readonly Criterion[] | undefined {
  const hasType = typeof type === 'string';
  const isListed = resources && allResources !== true && (hasType || resources.length > 0);
  const criteria: readonly Criterion[] = [
    ...(hasType ? [{ field: 'TYPE', condition: 'EQUALS' as const, values: [type] }] : []),
    ...(isListed ? [{ field: 'URN', condition: 'EQUALS' as const, values: resources }] : []),
  ];
  return criteria.length === 0 ? undefined : criteria;
}
