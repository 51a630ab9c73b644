import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { useMe } from '../../../api/person/me.ts';
import { Facts, Table } from '../../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { policyPath } from '../../../shared/policies/policies-list.tsx';
import { useActivePolicies } from '../../../shared/policies/policy-data.ts';
import { urnsOf, whoOf } from '../../../shared/policies/policy-sentence.ts';
import { useReadableReasons } from '../../../shared/policies/readable-reason.ts';

const EXPLAIN = graphql(`
  query mayManageProperties($actorUrn: String!) {
    explainPrivilege(input: { actorUrn: $actorUrn, privilege: "MANAGE_STRUCTURED_PROPERTIES" }) {
      allowed
      reasons {
        text
        urns
        privileges
      }
    }
  }
`);

/** Whether the person may change definitions and why; for people who manage policies, also who else may. */
export function Access(): ReactNode {
  const me = useMe();
  const actorUrn = me?.corpUser.urn ?? '';
  const { data, error } = useQuery({
    queryKey: ['mayManageProperties', actorUrn],
    queryFn: async ({ signal }) => (await query(EXPLAIN, { actorUrn }, signal)).explainPrivilege,
    enabled: actorUrn !== '',
  });
  const readable = useReadableReasons(data?.reasons ?? []);
  if (error !== null) return <ErrorNotice error={error} />;
  if (me === undefined || data === undefined) return <Skeleton lines={3} label="Loading rights" />;
  return (
    <Stack gap={4}>
      <p>Changing definitions requires the privilege Manage Structured Properties.</p>
      <Facts
        facts={[
          { label: 'You', value: data.allowed ? 'may change this property' : 'may not change this property' },
          ...data.reasons.map((reason) => ({
            label: 'Reason',
            value: <NameText>{readable(reason)}</NameText>,
          })),
        ]}
      />
      {me.platformPrivileges.managePolicies ? (
        <WhoMay />
      ) : (
        <Soft>Only people who manage policies can see who else has this privilege.</Soft>
      )}
    </Stack>
  );
}

function WhoMay(): ReactNode {
  const { data, error } = useActivePolicies('MANAGE_STRUCTURED_PROPERTIES');
  const nameOfUrn = useEntityNames(data?.flatMap(urnsOf) ?? []);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton lines={3} label="Loading policies" />;
  return (
    <Table
      label="Policies that grant this privilege"
      items={data}
      keyOf={({ urn }) => urn}
      columns={[
        {
          id: 'name',
          label: 'Policy',
          render: ({ urn, name }) => (
            <Link href={policyPath(urn)}>
              <NameText>{name}</NameText>
            </Link>
          ),
        },
        { id: 'who', label: 'For', render: (policy) => whoOf(policy, nameOfUrn) },
      ]}
    />
  );
}
