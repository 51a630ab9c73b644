import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/fields.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { LeaveDialog } from '../leaving/leave-dialog.tsx';
import { sourcePath } from './ingestion-data.ts';
import { useSaveSource } from './save-source.ts';
import { inputOf, isSameDraft, type SourceDraft } from './source-draft.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../../components/controls/code-editor.tsx')).CodeEditor,
}));

/** Creates an ingestion source or changes one. */
export function SourceEditor({
  urn,
  initial,
}: {
  /** Absent: a new one. */
  readonly urn?: string;
  readonly initial: SourceDraft;
}): ReactNode {
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const [, navigate] = useLocation();
  const save = useSaveSource(urn);
  const set = (changed: Partial<SourceDraft>): void => {
    setDraft({ ...draft, ...changed });
    setProblem(undefined);
  };
  const submit = async (): Promise<void> => {
    const input = await inputOf(draft);
    if ('problem' in input) setProblem(input.problem);
    else {
      save.mutate(
        { before: first, input },
        {
          onSuccess: (written) => {
            setSaved(written ?? urn ?? '');
          },
        },
      );
    }
  };
  // After nothing is unsaved any more.
  useEffect(() => {
    if (saved === undefined) return;
    showToast('The source is saved.');
    navigate(sourcePath(saved));
  }, [saved, navigate]);
  return (
    <Stack gap={5}>
      <LeaveDialog isUnsaved={saved === undefined && !isSameDraft(draft, first)} />
      <FormSection title="Source">
        <TextField
          label="Name"
          value={draft.name}
          isRequired
          onChange={(name) => {
            set({ name });
          }}
        />
      </FormSection>
      <FormSection
        title="Recipe"
        about="As for datahub ingest. Name secrets, ${PASSWORD}, rather than write them: all who may manage ingestion read the recipe."
      >
        <Suspense fallback={<Skeleton lines={10} label="Loading the editor" />}>
          <CodeEditor
            label="Recipe"
            text={draft.recipe}
            onText={(recipe) => {
              set({ recipe });
            }}
          />
        </Suspense>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      </FormSection>
      <FormSection title="Schedule" about="When it runs by itself. Without one it runs on request.">
        <TextField
          label="Times"
          help="A cron expression: minute, hour, day of the month, month, day of the week, such as 30 2 * * * for half past two each night."
          value={draft.interval}
          onChange={(interval) => {
            set({ interval });
          }}
        />
        <TextField
          label="Time zone"
          help="Such as Europe/Berlin."
          value={draft.timezone}
          onChange={(timezone) => {
            set({ timezone });
          }}
        />
      </FormSection>
      <FormSection title="Executor">
        <TextField
          label="Id of the executor"
          help="default, unless another one reaches what the recipe reads."
          value={draft.executorId}
          isRequired
          onChange={(executorId) => {
            set({ executorId });
          }}
        />
        <TextField
          label="Version of the client"
          help="Empty: the one that the server names. native: the one that the executor runs with."
          value={draft.version}
          onChange={(version) => {
            set({ version });
          }}
        />
      </FormSection>
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
