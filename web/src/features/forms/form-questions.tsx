import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { Button } from '../../components/controls/button.tsx';
import { counted } from '../../components/counted.ts';
import { Badge } from '../../components/text/badge.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { useEntity } from '../../shared/entities/use-entity.ts';
import { areSameValues, assignmentsOf } from '../../shared/values/assignments.ts';
import type { Value } from '../../shared/values/property-definition.ts';
import { ValueEditor } from '../../shared/values/value-editor.tsx';
import { entityPath } from '../../urls/paths.ts';
import { useAnswer, useVerify } from './answer-form.ts';
import type { FormAsset, FormWithPrompts, Prompt } from './form-data.ts';

/** The questions of a form for one asset, with the present values. Remount it for another asset. */
export function FormQuestions({
  formUrn,
  form,
  asset,
  onDone,
}: {
  readonly formUrn: string;
  readonly form: FormWithPrompts;
  readonly asset: FormAsset;
  /** Called when nothing is left to do for the asset. */
  readonly onDone: () => void;
}): ReactNode {
  const { data, error, refetch } = useEntity(asset.urn);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} />;
  return (
    <Questions
      formUrn={formUrn}
      form={form}
      asset={asset}
      present={assignmentsOf(data?.aspects.get('structuredProperties')?.value)}
      columns={columnsOf(data?.aspects.get('schemaMetadata')?.value)}
      onDone={onDone}
    />
  );
}

interface Draft {
  readonly values: readonly Value[];
  readonly problem: string | undefined;
}

interface QuestionsProps {
  readonly formUrn: string;
  readonly form: FormWithPrompts;
  readonly asset: FormAsset;
  /** Values of the properties of the asset, by property. */
  readonly present: ReadonlyMap<string, readonly Value[]>;
  readonly columns: readonly string[];
  readonly onDone: () => void;
}

function Questions({ formUrn, form, asset, present, columns, onDone }: QuestionsProps): ReactNode {
  const { valuesOf, answers, left, hasProblem, change, clear } = useDrafts({ form, asset, present, columns });
  const answer = useAnswer(formUrn, asset.urn);
  const verify = useVerify(formUrn, asset.urn);
  const save = (): void => {
    answer.mutate(answers, {
      onSuccess: () => {
        clear();
        showToast(left === 0 ? `${asset.name} is complete` : 'Answers saved');
        if (left === 0 && !form.isVerified) onDone();
      },
    });
  };
  return (
    <form
      aria-label={`Questions about ${asset.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (answers.length > 0 && !hasProblem && !answer.isPending) save();
      }}
    >
      <Stack gap={4}>
        <Row spread>
          <h2>
            <Link href={entityPath(asset.urn)}>
              <NameText>{asset.name}</NameText>
            </Link>
          </h2>
          <StateBadge state={asset.state} />
        </Row>
        {form.prompts.map((prompt) => (
          <Question
            key={prompt.id}
            prompt={prompt}
            isAnswered={asset.answered.has(prompt.id)}
            columns={columns}
            values={valuesOf(prompt)}
            onChange={(values, problem) => change(prompt, { values, problem })}
          />
        ))}
        {answer.error && <ErrorNotice error={answer.error} />}
        {verify.error && <ErrorNotice error={verify.error} />}
        <Row>
          <Button
            type="submit"
            look={asset.state === 'unverified' && answers.length === 0 ? 'plain' : 'primary'}
            isPending={answer.isPending}
            isDisabled={answers.length === 0 || hasProblem}
          >
            Save answers
          </Button>
          {asset.state === 'unverified' && (
            <Button
              look={answers.length === 0 ? 'primary' : 'plain'}
              isPending={verify.isPending}
              isDisabled={answers.length > 0}
              onPress={() =>
                verify.mutate(undefined, {
                  onSuccess: () => {
                    showToast(`${asset.name} is verified`);
                    onDone();
                  },
                })
              }
            >
              Verify answers
            </Button>
          )}
          {left > 0 && <Soft>{`${counted(left, 'required answer')} open`}</Soft>}
        </Row>
      </Stack>
    </form>
  );
}

/** Answers that are typed but not saved. */
function useDrafts({
  form,
  asset,
  present,
  columns,
}: Pick<QuestionsProps, 'form' | 'asset' | 'present' | 'columns'>) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const before = (prompt: Prompt): readonly Value[] =>
    prompt.isAboutColumns ? [] : (present.get(prompt.definition.urn) ?? []);
  const valuesOf = (prompt: Prompt): readonly Value[] => drafts.get(prompt.id)?.values ?? before(prompt);
  // A present value answers a question too, once it is submitted.
  const isNew = (prompt: Prompt): boolean =>
    valuesOf(prompt).length > 0 &&
    (!asset.answered.has(prompt.id) || !areSameValues(valuesOf(prompt), before(prompt)));
  return {
    valuesOf,
    /** The answers to save. */
    answers: form.prompts.filter(isNew).map((prompt) => ({ prompt, values: valuesOf(prompt), columns })),
    /** Number of required answers that are missing. */
    left: form.prompts.filter(
      (prompt) => prompt.isRequired && !asset.answered.has(prompt.id) && valuesOf(prompt).length === 0,
    ).length,
    hasProblem: [...drafts.values()].some(({ problem }) => problem !== undefined),
    change: (prompt: Prompt, draft: Draft) => setDrafts(new Map([...drafts, [prompt.id, draft]])),
    clear: () => setDrafts(new Map()),
  };
}

function Question({
  prompt,
  isAnswered,
  columns,
  values,
  onChange,
}: {
  readonly prompt: Prompt;
  readonly isAnswered: boolean;
  readonly columns: readonly string[];
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[], problem: string | undefined) => void;
}): ReactNode {
  const { definition, description, isAboutColumns, isRequired, title } = prompt;
  if (isAboutColumns && columns.length === 0)
    return <Notice>{`“${title}” does not apply: this asset has no columns.`}</Notice>;
  return (
    <Stack gap={1}>
      <h3>{isRequired ? title : `${title} (optional)`}</h3>
      <ValueEditor
        definition={definition}
        values={values}
        onChange={onChange}
        label={title}
        addLabel={`Add to ${title}`}
        isLabelHidden
        {...(description !== '' && { help: description })}
      />
      {isAboutColumns && <Soft>{`The value is set on all ${counted(columns.length, 'column')}.`}</Soft>}
      {isAnswered && <Soft>Answered. A new value replaces the answer.</Soft>}
    </Stack>
  );
}

/** The state of a form on an asset in a word. */
export function StateBadge({ state }: { readonly state: FormAsset['state'] }): ReactNode {
  if (state === 'done') return <Badge tone="good">Done</Badge>;
  return state === 'open' ? <Badge>To fill in</Badge> : <Badge tone="accent">To verify</Badge>;
}

/** Field paths of a dataset's columns. */
function columnsOf(schema: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const fields = schema?.['fields'];
  return (Array.isArray(fields) ? (fields as readonly unknown[]) : []).flatMap((field) =>
    typeof field === 'object' && field !== null && 'fieldPath' in field && typeof field.fieldPath === 'string'
      ? field.fieldPath
      : [],
  );
}
