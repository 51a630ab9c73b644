import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PrivilegeAnswer } from '../../../api/explain.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Table } from '../../../components/data/table.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { NameText } from '../../../components/text/name-text.tsx';
import type { KnownPrivilege } from '../../../shared/policies/privilege-catalog.ts';
import { useReasonWords } from '../../../shared/policies/use-reason-words.ts';
import { entityPath } from '../../../urls/paths.ts';
import { shortName } from '../../../urls/urn.ts';
import { actorsOf, holdersText, type GrantingPolicy } from './use-holders.ts';
import { privilegeLabel } from './usual-privileges.ts';

/** The server's answer about a privilege. */
export interface Explained extends PrivilegeAnswer {
  readonly privilege: KnownPrivilege;
}

/** Privileges on an entity: whether somebody has each, and why. */
export function PrivilegesTable({
  label,
  items,
  isOwn,
  holders,
  canOpenPolicies,
}: {
  readonly label: string;
  readonly items: readonly Explained[];
  /** Whether it is the signed-in person's access. */
  readonly isOwn: boolean;
  /** Policies that grant a privilege on the entity; only those that the server lists. */
  readonly holders: readonly GrantingPolicy[];
  /** Whether to link policies: other people cannot open a policy's page. */
  readonly canOpenPolicies: boolean;
}): ReactNode {
  const policies = items.flatMap(({ nearest: [closest], policyUrn }) => [
    policyUrn ?? [],
    closest?.policyUrn ?? [],
  ]);
  const nameOf = useEntityNames([...policies.flat(), ...holders.flatMap(actorsOf)]);
  const isRoot = items.every(({ reason }) => reason.kind === 'ROOT');
  return (
    <Table
      label={label}
      items={items}
      keyOf={({ privilege }) => privilege.value}
      columns={[
        {
          id: 'privilege',
          label: 'What',
          render: ({ privilege }) => <span title={privilege.help}>{privilegeLabel(privilege)}</span>,
        },
        {
          id: 'allowed',
          label: isOwn ? 'May I?' : 'Allowed',
          isBrief: isRoot,
          render: ({ allowed }) => (allowed ? <Badge tone="good">Yes</Badge> : <Badge>No</Badge>),
        },
        // Said once above for the root account.
        ...(isRoot
          ? []
          : [
              {
                id: 'why',
                label: 'Why',
                render: (answer: Explained) => (
                  <Why answer={answer} holders={holders} nameOf={nameOf} canOpenPolicies={canOpenPolicies} />
                ),
              },
            ]),
      ]}
    />
  );
}

/** The policy that grants the privilege; for a refusal, the policy that comes closest, its missing condition, and who has the privilege. */
function Why({
  answer: { allowed, nearest, policyUrn, privilege, reason },
  holders,
  nameOf,
  canOpenPolicies,
}: {
  readonly answer: Explained;
  readonly holders: readonly GrantingPolicy[];
  readonly nameOf: (urn: string) => string;
  readonly canOpenPolicies: boolean;
}): ReactNode {
  const [closest] = nearest;
  const words = useReasonWords([reason, ...(closest?.missing ?? [])]);
  const policy = (urn: string, name: string): ReactNode =>
    canOpenPolicies ? (
      <Link href={entityPath(urn)}>
        <NameText>{name}</NameText>
      </Link>
    ) : (
      <NameText>{name}</NameText>
    );
  if (policyUrn !== undefined && reason.kind === 'POLICY') {
    const name = nameOf(policyUrn);
    // Without the right to read a policy, its name is unknown.
    const isUnnamed = !canOpenPolicies && name === shortName(policyUrn);
    return isUnnamed ? 'A policy that you cannot open' : policy(policyUrn, name);
  }
  const who = holdersText(holders, privilege.value, nameOf);
  if (allowed || (closest === undefined && who === '')) return words(reason);
  return (
    <Stack gap={1}>
      <span>{words(reason)}</span>
      {closest && (
        <Soft>
          Closest policy: {policy(closest.policyUrn, closest.name)}, but{' '}
          {closest.missing.map(words).join('; ')}
        </Soft>
      )}
      {who !== '' && (
        <Soft>
          Who has the privilege: <NameText>{who}</NameText>
        </Soft>
      )}
    </Stack>
  );
}
