import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainPrivileges } from '../../../api/explain.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { useMe } from '../../../api/person/me.ts';
import { ACCESS } from '../../../api/renewal/shown.ts';
import { counted } from '../../../components/counted.ts';
import { Facts } from '../../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { ComboBox } from '../../../components/fields/choice.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { NameText } from '../../../components/text/name-text.tsx';
import {
  useCatalogQuery,
  usePrivilegeCatalog,
  type KnownPrivilege,
  type PrivilegeCatalog,
} from '../../../shared/policies/privilege-catalog.ts';
import { useReasonWords } from '../../../shared/policies/use-reason-words.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import { entityTypeOf } from '../../../urls/urn.ts';
import { PrivilegesTable, type Explained } from './privileges-table.tsx';
import { actorsOf, holdersText, useHolders, type GrantingPolicy } from './use-holders.ts';
import { accessSentence, sorted } from './usual-privileges.ts';
import { WhoMay } from './who-may.tsx';

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
  const isOwn = choice.actor === undefined;
  return (
    <Stack gap={5}>
      {error !== null && <ErrorNotice error={error} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data && <Summary data={data} actor={isOwn ? undefined : asked} holders={holders} />}
      {canOpenPolicies && privileges !== undefined && (
        <Choosers urn={urn} privileges={privileges} mine={mine} choice={choice} onChoice={onChoice} />
      )}
      {data && <Privileges data={data} isOwn={isOwn} holders={holders} canOpenPolicies={canOpenPolicies} />}
      {me !== undefined && !canOpenPolicies && (
        <Soft>
          People who manage policies can see other people’s access and give you the privileges you need.
        </Soft>
      )}
    </Stack>
  );
}

/** What the actor may do in one sentence, and for people who manage policies who may read and edit. */
function Summary({
  data,
  actor,
  holders,
}: {
  readonly data: readonly Explained[];
  /** Undefined for the signed-in person. */
  readonly actor: string | undefined;
  readonly holders: readonly GrantingPolicy[];
}): ReactNode {
  const nameOf = useEntityNames([...(actor === undefined ? [] : [actor]), ...holders.flatMap(actorsOf)]);
  const [root] = data.filter(({ reason }) => reason.kind === 'ROOT');
  const words = useReasonWords(root === undefined ? [] : [root.reason]);
  const may = (privilege: string): boolean =>
    data.some(({ allowed, privilege: { value } }) => allowed && value === privilege);
  const facts = [
    { label: 'Who may read', value: holdersText(holders, 'VIEW_ENTITY_PAGE', nameOf) },
    { label: 'Who may edit', value: holdersText(holders, 'EDIT_ENTITY', nameOf) },
  ].filter(({ value }) => value !== '');
  return (
    <Stack gap={3}>
      <p>
        <strong>
          <NameText>{accessSentence(actor === undefined ? 'You' : nameOf(actor), may)}</NameText>
        </strong>
        {root !== undefined && ` ${words(root.reason)}`}
      </p>
      {facts.length > 0 && (
        <Facts facts={facts.map(({ label, value }) => ({ label, value: <NameText>{value}</NameText> }))} />
      )}
    </Stack>
  );
}

/** What people ask about, and the other privileges behind *More*. */
function Privileges({
  data,
  ...props
}: {
  readonly data: readonly Explained[];
  readonly isOwn: boolean;
  readonly holders: readonly GrantingPolicy[];
  readonly canOpenPolicies: boolean;
}): ReactNode {
  const { others, usual } = sorted(data);
  return (
    <>
      {usual.length > 0 && <PrivilegesTable label="Privileges" items={usual} {...props} />}
      {others.length > 0 && (
        <details>
          <summary>More: {counted(others.length, 'privilege')} for APIs and special tasks</summary>
          <PrivilegesTable label="More privileges" items={others} {...props} />
        </details>
      )}
    </>
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
