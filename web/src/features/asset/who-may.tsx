import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { Inline } from '../../components/data/inline.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { policyPath } from '../policies/policies-list.tsx';
import { everybodyIn } from '../policies/policy-sentence.ts';
import { actorsOf, useHolders, type GrantingPolicy } from './use-holders.ts';

/** Who may do one thing with an entity, by the policies that grant it. For people who may manage policies. */
export function WhoMay({
  urn,
  privilege,
  name,
}: {
  readonly urn: string;
  readonly privilege: string;
  /** Of the privilege, as people know it. */
  readonly name: string;
}): ReactNode {
  const { data, error } = useHolders(urn, privilege, true);
  const nameOf = useEntityNames(data?.policies.flatMap(actorsOf) ?? []);
  if (error !== null) return <LoadProblem error={error} what="see who may" />;
  if (data === undefined) return <Skeleton lines={3} />;
  const { policies, total } = data;
  if (total === 0)
    return <Soft>No active policy lets anybody do this. The root actor may do everything.</Soft>;
  return (
    <Stack gap={2}>
      <Table
        label={`Who may: ${name}`}
        columns={[
          { id: 'who', label: `Who may: ${name}`, render: (policy) => <Who {...{ policy, nameOf }} /> },
          {
            id: 'policy',
            label: 'By the policy',
            render: ({ limitedToProperties, limitedToTags, name: policyName, policyUrn }) => (
              <Stack gap={1}>
                <Link href={policyPath(policyUrn)}>
                  <bdi>{policyName}</bdi>
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
        <Soft>and by {(total - policies.length).toLocaleString('en')} more policies.</Soft>
      )}
      <Soft>The root actor may do everything.</Soft>
    </Stack>
  );
}

/** Those whom a policy names, with links to their pages. */
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
        <bdi>{nameOf(urn)}</bdi>
      </Link>
    ));
  const named = [...everybodyIn(policy), ...linked([...roles, ...groups, ...users])];
  const isNobody = named.length === 0 && owners === null;
  return (
    <Stack gap={1}>
      {named.length > 0 && <Inline>{named}</Inline>}
      {owners !== null && (
        <span>
          Owners: {owners.length === 0 ? <Soft>none that count</Soft> : <Inline>{linked(owners)}</Inline>}
        </span>
      )}
      {isNobody && <Soft>nobody whom you may see</Soft>}
      {hasMore && <Soft>and more, whom the policy names</Soft>}
    </Stack>
  );
}
