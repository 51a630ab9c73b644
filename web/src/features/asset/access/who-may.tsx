import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Inline } from '../../../components/text/inline.tsx';
import { Table } from '../../../components/data/table.tsx';
import { LoadProblem } from '../../../components/feedback/denied.tsx';
import { Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { policyPath } from '../../../shared/policies/policies-list.tsx';
import { everybodyIn } from '../../../shared/policies/policy-sentence.ts';
import { actorsOf, useHolders, type GrantingPolicy } from './use-holders.ts';

/** Actors who have a privilege on an entity, by policy. For people who manage policies. */
export function WhoMay({
  urn,
  privilege,
  name,
}: {
  readonly urn: string;
  readonly privilege: string;
  /** Display name of the privilege. */
  readonly name: string;
}): ReactNode {
  const { data, error } = useHolders(urn, privilege, true);
  const nameOf = useEntityNames(data?.policies.flatMap(actorsOf) ?? []);
  if (error !== null) return <LoadProblem error={error} what="see who has this privilege" />;
  if (data === undefined) return <Skeleton lines={3} />;
  const { policies, total } = data;
  if (total === 0) return <Soft>No active policy grants this privilege. Only the root user has it.</Soft>;
  return (
    <Stack gap={2}>
      <Table
        label={`Who has the privilege: ${name}`}
        columns={[
          {
            id: 'who',
            label: `Who has the privilege: ${name}`,
            render: (policy) => <Who policy={policy} nameOf={nameOf} />,
          },
          {
            id: 'policy',
            label: 'Policy',
            render: ({ limitedToProperties, limitedToTags, name: policyName, policyUrn }) => (
              <Stack gap={1}>
                <Link href={policyPath(policyUrn)}>
                  <NameText>{policyName}</NameText>
                </Link>
                {limitedToProperties && <Soft>only for some structured properties</Soft>}
                {limitedToTags && <Soft>only for some tags</Soft>}
              </Stack>
            ),
          },
        ]}
        items={policies}
        keyOf={({ policyUrn }) => policyUrn}
      />
      {total > policies.length && (
        <Soft>and {(total - policies.length).toLocaleString('en')} more policies.</Soft>
      )}
      <Soft>The root user has all privileges.</Soft>
    </Stack>
  );
}

/** Actors in a policy, with links to their pages. */
function Who({
  policy,
  nameOf,
}: {
  readonly policy: GrantingPolicy;
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  const { groups, hasMore, owners, roles, users } = policy;
  const linked = (urns: readonly string[]): readonly ReactNode[] =>
    urns.map((urn) => (
      <Link key={urn} href={entityPath(urn)}>
        <NameText>{nameOf(urn)}</NameText>
      </Link>
    ));
  const named = [...everybodyIn(policy), ...linked([...roles, ...groups, ...users])];
  const isNobody = named.length === 0 && owners === null;
  return (
    <Stack gap={1}>
      {named.length > 0 && <Inline>{named}</Inline>}
      {owners !== null && (
        <span>
          Owners:{' '}
          {owners.length === 0 ? <Soft>none of an eligible type</Soft> : <Inline>{linked(owners)}</Inline>}
        </span>
      )}
      {isNobody && <Soft>nobody you can see</Soft>}
      {hasMore && <Soft>and more, listed in the policy</Soft>}
    </Stack>
  );
}
