import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { LeaveDialog } from '../../shared/leaving/leave-dialog.tsx';
import { sourcePath } from './ingestion-data.ts';
import { useSaveSource } from './save-source.ts';
import { inputOf, isSameDraft, type SourceDraft } from './source-draft.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../../components/code/code-editor.tsx')).CodeEditor,
}));

/** Form that creates or edits an ingestion source. */
export function SourceEditor({
  urn,
  initial,
}: {
  /** Absent for a new source. */
  readonly urn?: string;
  readonly initial: SourceDraft;
}): ReactNode {
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const [, navigate] = useLocation();
  const save = useSaveSource(urn);
  const submit = async (): Promise<void> => {
    const input = await inputOf(draft);
    if ('problem' in input) setProblem(input.problem);
    else save.mutate({ before: first, input }, { onSuccess: (written) => setSaved(written ?? urn ?? '') });
  };
  // Once nothing is unsaved, so that leaving asks no question.
  useEffect(() => {
    if (saved === undefined) return;
    showToast('Source saved');
    navigate(sourcePath(saved));
  }, [saved, navigate]);
  return (
    <Stack gap={5}>
      <LeaveDialog isUnsaved={saved === undefined && !isSameDraft(draft, first)} />
      <SourceFields
        draft={draft}
        recipeProblem={problem}
        set={(changed) => {
          setDraft({ ...draft, ...changed });
          setProblem(undefined);
        }}
      />
      {save.error !== null && <ErrorNotice error={save.error} />}
      <Row>
        <Button
          look="primary"
          isDisabled={draft.name.trim() === '' || draft.executorId.trim() === ''}
          isPending={save.isPending}
          onPress={() => void submit()}
        >
          Save
        </Button>
        <ButtonLink to={urn === undefined ? '/ingestion' : sourcePath(urn)}>Cancel</ButtonLink>
      </Row>
    </Stack>
  );
}

function SourceFields({
  draft,
  recipeProblem,
  set,
}: {
  readonly draft: SourceDraft;
  readonly recipeProblem: string | undefined;
  readonly set: (changed: Partial<SourceDraft>) => void;
}): ReactNode {
  return (
    <>
      <FormSection title="Source">
        <TextField
          label="Name"
          value={draft.name}
          isRequired
          autoFocus={draft.name === ''}
          onChange={(name) => set({ name })}
        />
      </FormSection>
      <FormSection
        title="Recipe"
        about={
          <>
            As for <code>datahub ingest</code>. Refer to secrets by name (<code>{'${PASSWORD}'}</code>):
            everyone who manages ingestion can read the recipe.
          </>
        }
      >
        <Suspense fallback={<Skeleton lines={10} label="Loading the editor" />}>
          <CodeEditor label="Recipe" text={draft.recipe} onText={(recipe) => set({ recipe })} />
        </Suspense>
        {recipeProblem !== undefined && <Notice tone="bad">{recipeProblem}</Notice>}
      </FormSection>
      <FormSection title="Schedule" about="Optional. Without a schedule, the source runs on request only.">
        <TextField
          label="Cron expression"
          help="Minute, hour, day of month, month, day of week. Example: 30 2 * * * runs at 02:30 every day."
          value={draft.interval}
          onChange={(interval) => set({ interval })}
        />
        <TextField
          label="Time zone"
          help="Example: Europe/Berlin."
          value={draft.timezone}
          onChange={(timezone) => set({ timezone })}
        />
      </FormSection>
      <FormSection title="Executor">
        <TextField
          label="Executor ID"
          help="Use default, unless another executor can reach the source."
          value={draft.executorId}
          isRequired
          onChange={(executorId) => set({ executorId })}
        />
        <TextField
          label="DataHub CLI version"
          help="Leave empty for the server’s default. Enter native for the executor’s own version."
          value={draft.version}
          onChange={(version) => set({ version })}
        />
      </FormSection>
    </>
  );
}
