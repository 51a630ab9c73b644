import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { ACCESS } from '../../api/renewal/shown.ts';
import { explainPrivileges, type PrivilegeAnswer } from '../../api/explain.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { ComboBox } from '../../components/fields/choice.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Sidebar, Soft, Stack } from '../../components/layout/layout.tsx';
import { EntityPicker } from '../../shared/values/entity-picker.tsx';
import { policyPath } from '../../shared/policies/policies-list.tsx';
import { useCatalogQuery, type KnownPrivilege } from '../../shared/policies/privilege-catalog.ts';
import { useReasonWords } from '../../shared/policies/use-reason-words.ts';

/** An access question: actor, privilege and entity; '' for what is not selected. */
export interface AccessQuestion {
  readonly actor: string;
  readonly privilege: string;
  readonly entity: string;
  /** Urn of a structured property to read or write on the entity. */
  readonly property: string;
}

/** Form that tests whether an actor has a privilege, and shows the policy that grants it, or those that come closest. */
export function ExplainAccess({
  question,
  onQuestion,
  privileges,
  isOwn = false,
  policyUrn,
  isNarrow = false,
}: {
  readonly question: AccessQuestion;
  readonly onQuestion: (question: AccessQuestion) => void;
  /** Privileges to offer; absent: all. */
  readonly privileges?: readonly string[];
  /** Whether the actor is fixed to the signed-in person, who may not ask about others. */
  readonly isOwn?: boolean;
  /** The policy under test: the answer says whether it is the one that grants the privilege. */
  readonly policyUrn?: string;
  /** Shows the answer below the question instead of beside it. */
  readonly isNarrow?: boolean;
}): ReactNode {
  const { data: catalog, error: catalogError, refetch } = useCatalogQuery();
  const { actor, entity, privilege } = question;
  const isPlatform = catalog?.platform.some(({ value }) => value === privilege) ?? false;
  const isComplete = actor !== '' && privilege !== '' && (isPlatform || entity !== '');
  const { data, error } = useAnswer(question, isPlatform, isComplete && catalog !== undefined);
  if (catalogError !== null) {
    return <LoadProblem error={catalogError} what="see the privileges" onRetry={() => void refetch()} />;
  }
  // Shown only with its choices: text typed before they load would be lost.
  if (catalog === undefined) return <Skeleton lines={10} />;
  const offered = [...catalog.metadata, ...catalog.platform].filter(
    ({ value }) => privileges?.includes(value) ?? true,
  );
  const fields = (
    <QuestionFields
      question={question}
      onQuestion={onQuestion}
      offered={offered}
      isOwn={isOwn}
      isPlatform={isPlatform}
    />
  );
  const outcome = (
    <Stack>
      {error !== null && <LoadProblem error={error} what="test access" />}
      {isComplete && data === undefined && error === null && <Skeleton lines={3} />}
      {!isComplete && (
        <Soft>
          Select {isOwn ? '' : 'a person, '}a privilege{isPlatform ? '' : ' and an entity'} to see the answer.
        </Soft>
      )}
      {isComplete && data !== undefined && <Answer answer={data} policyUrn={policyUrn} />}
    </Stack>
  );
  if (!isNarrow) return <Sidebar side={fields}>{outcome}</Sidebar>;
  return (
    <Stack gap={4}>
      {fields}
      {outcome}
    </Stack>
  );
}

function useAnswer(question: AccessQuestion, isPlatform: boolean, isEnabled: boolean) {
  const { actor, entity, privilege, property } = question;
  return useQuery({
    queryKey: ['explain', question],
    meta: { shows: { ...ACCESS, urns: [entity] } },
    queryFn: async ({ signal }) => {
      const on = isPlatform
        ? {}
        : { resourceUrn: entity, ...(property !== '' && { propertyUrns: [property] }) };
      const [answer] = await explainPrivileges([{ actorUrn: actor, privilege, ...on }], signal);
      return answer;
    },
    enabled: isEnabled,
  });
}

function QuestionFields({
  question,
  onQuestion,
  offered,
  isOwn,
  isPlatform,
}: {
  readonly question: AccessQuestion;
  readonly onQuestion: (question: AccessQuestion) => void;
  readonly offered: readonly KnownPrivilege[];
  readonly isOwn: boolean;
  /** The privilege is not about entities. */
  readonly isPlatform: boolean;
}): ReactNode {
  const chosen = (text: string): string | undefined => (text === '' ? undefined : text);
  return (
    <Stack>
      {!isOwn && (
        <EntityPicker
          label="Person"
          types={['CORP_USER']}
          value={chosen(question.actor)}
          onChange={(actor = '') => onQuestion({ ...question, actor })}
        />
      )}
      <ComboBox
        label="Privilege"
        placeholder="Type a name"
        choices={offered}
        value={chosen(question.privilege)}
        onChange={(privilege = '') => onQuestion({ ...question, privilege })}
      />
      {!isPlatform && (
        <>
          <EntityPicker
            label="Entity"
            types={[]}
            value={chosen(question.entity)}
            onChange={(entity = '') => onQuestion({ ...question, entity })}
          />
          <EntityPicker
            label="Structured property"
            help="Optional: a property whose value would be read or changed."
            types={['STRUCTURED_PROPERTY']}
            value={chosen(question.property)}
            onChange={(property = '') => onQuestion({ ...question, property })}
          />
        </>
      )}
    </Stack>
  );
}

function Answer({
  answer: { allowed, nearest, policyUrn: deciding, reason, unknown },
  policyUrn,
}: {
  readonly answer: PrivilegeAnswer;
  readonly policyUrn: string | undefined;
}): ReactNode {
  const words = useReasonWords([reason, ...nearest.flatMap(({ missing }) => missing)]);
  const nameOf = useEntityNames(unknown);
  return (
    <Stack>
      <Notice tone={allowed ? 'good' : 'warn'}>
        <strong>{allowed ? 'Allowed' : 'Denied'}</strong>
        <NameText>{words(reason)}</NameText>
        {deciding !== undefined && <Link href={policyPath(deciding)}>Open the policy that grants it</Link>}
        {policyUrn !== undefined && allowed && (
          <span>
            {deciding === policyUrn ? 'This policy grants it.' : 'Another policy already grants it.'}
          </span>
        )}
      </Notice>
      {unknown.length > 0 && (
        <Notice tone="warn">
          <span>
            This does not exist, or you don’t have access, so the answer is for its type only:{' '}
            <NameText>{unknown.map(nameOf).join(', ')}</NameText>
          </span>
        </Notice>
      )}
      {nearest.length > 0 && (
        <section aria-label="Closest policies">
          <Stack gap={2}>
            <h3>Closest policies</h3>
            <ol>
              {nearest.map((policy) => (
                <li key={policy.policyUrn}>
                  <Link href={policyPath(policy.policyUrn)}>
                    <NameText>{policy.name}</NameText>
                  </Link>
                  <ul>
                    {policy.missing.map((missing, index) => (
                      <li key={index}>
                        <NameText>{words(missing)}</NameText>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          </Stack>
        </section>
      )}
    </Stack>
  );
}
