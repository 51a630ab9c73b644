import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { ACCESS } from '../../../api/renewal/shown.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { explainPrivileges, type PrivilegeAnswer } from '../../../api/explain.ts';
import { useMe } from '../../../api/person/me.ts';
import { ComboBox } from '../../../components/fields/choice.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { Table } from '../../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../../urls/urn.ts';
import {
  useCatalogQuery,
  usePrivilegeCatalog,
  type KnownPrivilege,
  type PrivilegeCatalog,
} from '../../../shared/policies/privilege-catalog.ts';
import type { Reason } from '../../../api/reason.ts';
import { useReadableReasons } from '../../../shared/policies/readable-reason.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import { actorsOf, holdersText, useHolders, type GrantingPolicy } from './use-holders.ts';
import { WhoMay } from './who-may.tsx';

interface Explained extends PrivilegeAnswer {
  readonly privilege: KnownPrivilege;
}

/** The person's selection on the tab. */
export interface AccessChoice {
  /** Urn of the person or group whose access is shown; undefined for the signed-in person. */
  readonly actor: string | undefined;
  /** Privilege whose holders are listed. */
  readonly privilege: string | undefined;
}

const USERS = ['CORP_USER', 'CORP_GROUP'] as const;

/** What an actor (by default the signed-in person) may do with an entity, why, and who else may. */
export function AccessTab({
  urn,
  choice,
  onChoice,
}: {
  readonly urn: string;
  readonly choice: AccessChoice;
  readonly onChoice: (choice: AccessChoice) => void;
}): ReactNode {
  const me = useMe();
  const mine = me?.corpUser.urn;
  const asked = choice.actor ?? mine;
  const catalog = useCatalogQuery();
  const privileges = catalog.data && privilegesOn(entityTypeOf(urn), catalog.data);
  const explained = useQuery({
    queryKey: ['access', asked, urn],
    meta: { shows: { ...ACCESS, urns: [urn] } },
    queryFn: ({ signal }) => explainAll(asked ?? '', urn, privileges ?? [], signal),
    enabled: asked !== undefined && privileges !== undefined,
  });
  const { data } = explained;
  const error = catalog.error ?? explained.error;
  const canOpenPolicies = me?.platformPrivileges.managePolicies === true;
  const holders = useHolders(urn, undefined, canOpenPolicies).data?.policies ?? [];
  const policies = data?.flatMap(({ policyUrn, nearest }) => [
    policyUrn ?? [],
    ...nearest.map((one) => one.policyUrn),
  ]);
  const nameOf = useEntityNames([...(policies?.flat() ?? []), ...holders.flatMap(actorsOf)]);
  const readable = useReadableReasons(
    (data ?? []).flatMap(({ nearest: [closest], reason }) => [reason, ...(closest?.missing ?? [])]),
  );
  return (
    <Stack gap={4}>
      {canOpenPolicies && privileges !== undefined && (
        <Choosers urn={urn} privileges={privileges} mine={mine} choice={choice} onChoice={onChoice} />
      )}
      {error !== null && <ErrorNotice error={error} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data && (
        <Table
          label="Privileges"
          columns={[
            {
              id: 'privilege',
              label: 'Privilege',
              render: ({ privilege: { label, help } }) => <span title={help}>{label}</span>,
            },
            {
              id: 'allowed',
              label: choice.actor === undefined ? 'May I?' : 'Allowed',
              render: ({ allowed }) => (allowed ? <Badge tone="good">yes</Badge> : <Badge>no</Badge>),
            },
            {
              id: 'why',
              label: 'Why',
              render: (answer) => (
                <Why
                  answer={answer}
                  holders={holders}
                  nameOf={nameOf}
                  readable={readable}
                  canOpenPolicies={canOpenPolicies}
                />
              ),
            },
          ]}
          items={data}
          keyOf={({ privilege }) => privilege.value}
        />
      )}
      {me !== undefined && !canOpenPolicies && (
        <Soft>
          People who manage policies can see other people’s access and give you the privileges you need.
        </Soft>
      )}
    </Stack>
  );
}

/** Selects whose access is shown, and a privilege whose holders are listed. For people who manage policies. */
function Choosers({
  urn,
  privileges,
  mine,
  choice,
  onChoice,
}: {
  readonly urn: string;
  readonly privileges: readonly KnownPrivilege[];
  /** Urn of the signed-in person. */
  readonly mine: string | undefined;
  readonly choice: AccessChoice;
  readonly onChoice: (choice: AccessChoice) => void;
}): ReactNode {
  const catalog = usePrivilegeCatalog();
  const { actor = mine, privilege } = choice;
  return (
    <>
      <Row align="end">
        <EntityPicker
          label="Whose access"
          types={USERS}
          value={actor}
          onChange={(next) => onChoice({ ...choice, actor: next === mine ? undefined : next })}
        />
        <ComboBox
          label="Who has the privilege"
          placeholder="Type a privilege"
          choices={privileges}
          value={privilege}
          onChange={(next) => onChoice({ ...choice, privilege: next })}
        />
      </Row>
      {privilege !== undefined && (
        <WhoMay urn={urn} privilege={privilege} name={catalog?.nameOf(privilege) ?? ''} />
      )}
    </>
  );
}

/** The policy that grants the privilege; for a refusal, the policy that comes closest, its missing condition, and who has the privilege. */
function Why({
  answer: { allowed, nearest, policyUrn, privilege, reason },
  holders,
  nameOf,
  readable,
  canOpenPolicies,
}: {
  readonly answer: Explained;
  /** Policies that grant a privilege on the entity; only those that the server lists. */
  readonly holders: readonly GrantingPolicy[];
  readonly nameOf: (urn: string) => string;
  /** Replaces urns in the server's reason with display names. */
  readonly readable: (reason: Reason) => string;
  /** Whether to link policies: other people cannot open a policy's page. */
  readonly canOpenPolicies: boolean;
}): ReactNode {
  const policy = (urn: string, name: string): ReactNode =>
    canOpenPolicies ? <Link href={entityPath(urn)}>{name}</Link> : name;
  if (policyUrn !== undefined) {
    const name = nameOf(policyUrn);
    // Without the right to read a policy, its name is unknown.
    const isUnnamed = !canOpenPolicies && name === shortName(policyUrn);
    return isUnnamed ? 'A policy that you cannot open' : policy(policyUrn, name);
  }
  const [closest] = nearest;
  const who = holdersText(holders, privilege.value, nameOf);
  if (allowed || (closest === undefined && who === '')) return readable(reason);
  return (
    <Stack gap={1}>
      <span>{readable(reason)}</span>
      {closest && (
        <Soft>
          Closest policy: {policy(closest.policyUrn, closest.name)}, but{' '}
          {closest.missing.map(readable).join('; ')}
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

async function explainAll(
  actorUrn: string,
  urn: string,
  privileges: readonly KnownPrivilege[],
  signal: AbortSignal,
): Promise<readonly Explained[]> {
  const questions = privileges.map(({ value }) => ({ actorUrn, privilege: value, resourceUrn: urn }));
  const answers = await explainPrivileges(questions, signal);
  return privileges.flatMap((privilege, index) => {
    const answer = answers[index];
    return answer ? [{ ...answer, privilege }] : [];
  });
}

/** The privileges on entities of a type. */
function privilegesOn(type: string, { metadata, types }: PrivilegeCatalog): readonly KnownPrivilege[] {
  const own = types.find(({ value }) => value === type)?.privileges;
  return metadata.filter(({ value }) => own?.has(value) ?? true);
}
