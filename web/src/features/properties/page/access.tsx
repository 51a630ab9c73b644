import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { explainPrivileges } from '../../../api/explain.ts';
import { useMe } from '../../../api/person/me.ts';
import { Table } from '../../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { policyPath } from '../../../shared/policies/policies-list.tsx';
import { useActivePolicies } from '../../../shared/policies/policy-data.ts';
import { urnsOf, whoOf } from '../../../shared/policies/policy-sentence.ts';
import { useReasonWords } from '../../../shared/policies/use-reason-words.ts';

/** Whether the person may change definitions and why; for people who manage policies, also who else may. */
export function Access(): ReactNode {
  const me = useMe();
  const actorUrn = me?.corpUser.urn ?? '';
  const { data, error } = useQuery({
    queryKey: ['mayManageProperties', actorUrn],
    queryFn: async ({ signal }) => {
      const question = { actorUrn, privilege: 'MANAGE_STRUCTURED_PROPERTIES' };
      const [answer] = await explainPrivileges([question], signal);
      return answer;
    },
    enabled: actorUrn !== '',
  });
  const words = useReasonWords(data === undefined ? [] : [data.reason]);
  if (error !== null) return <ErrorNotice error={error} />;
  if (me === undefined || data === undefined) return <Skeleton lines={3} label="Loading rights" />;
  return (
    <Stack gap={4}>
      <p>
        <strong>
          {data.allowed ? 'You may change this property.' : 'You may not change this property.'}
        </strong>{' '}
        <NameText>{words(data.reason)}</NameText>
      </p>
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
