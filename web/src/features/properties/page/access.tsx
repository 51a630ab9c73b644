import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { useMe } from '../../../api/me.ts';
import { Facts, Table } from '../../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { shortName } from '../../../urls/urn.ts';

const EXPLAIN = graphql(`
  query mayManageProperties($actorUrn: String!) {
    explainPrivilege(input: { actorUrn: $actorUrn, privilege: "MANAGE_STRUCTURED_PROPERTIES" }) {
      allowed
      reason
    }
  }
`);

const POLICIES = graphql(`
  query policiesForProperties {
    listPolicies(input: { count: 500 }) {
      policies {
        urn
        name
        state
        privileges
        actors {
          users
          groups
          roles
          allUsers
          allGroups
        }
      }
    }
  }
`);

/** Whether the person may change definitions and why; for those who manage policies, who else may. */
export function Access(): ReactNode {
  const me = useMe();
  const actorUrn = me?.corpUser.urn ?? '';
  const { data, error } = useQuery({
    queryKey: ['mayManageProperties', actorUrn],
    queryFn: async ({ signal }) => (await query(EXPLAIN, { actorUrn }, signal)).explainPrivilege,
    enabled: actorUrn !== '',
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (me === undefined || data === undefined) return <Skeleton lines={3} label="Asking for rights" />;
  return (
    <Stack gap={4}>
      <p>Definitions are changed by those who have the privilege Manage Structured Properties.</p>
      <Facts
        facts={[
          { label: 'You', value: data.allowed ? 'may change this property' : 'may not change this property' },
          { label: 'Reason', value: data.reason },
        ]}
      />
      {me.platformPrivileges.managePolicies ? (
        <WhoMay />
      ) : (
        <Soft>Who else may is shown to those who manage policies.</Soft>
      )}
    </Stack>
  );
}

function WhoMay(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['policiesForProperties'],
    queryFn: async ({ signal }) => (await query(POLICIES, {}, signal)).listPolicies?.policies ?? [],
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton lines={3} label="Reading policies" />;
  const granting = data.filter(
    ({ state, privileges }) => state === 'ACTIVE' && privileges.includes('MANAGE_STRUCTURED_PROPERTIES'),
  );
  return (
    <Table
      label="Policies that let people change definitions"
      items={granting}
      keyOf={({ urn }) => urn}
      columns={[
        { id: 'name', label: 'Policy', render: ({ name }) => name },
        { id: 'who', label: 'For', render: ({ actors }) => actorsOf(actors) },
      ]}
    />
  );
}

interface Actors {
  readonly users: readonly string[] | null;
  readonly groups: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly allUsers: boolean;
  readonly allGroups: boolean;
}

function actorsOf({ users, groups, roles, allUsers, allGroups }: Actors): string {
  const named = [...(users ?? []), ...(groups ?? []), ...(roles ?? []).map((role) => `${role} (role)`)].map(
    shortName,
  );
  return [...(allUsers ? ['everybody'] : []), ...(allGroups ? ['everybody in a group'] : []), ...named].join(
    ', ',
  );
}
