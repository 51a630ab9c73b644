import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { problemsIn } from '../../../api/api-error.ts';
import { ButtonLink } from '../../../components/controls/button.tsx';
import { FilePicker } from '../../../components/fields/file-picker.tsx';
import { Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FormWithCompanion } from '../../../components/layout/form-section.tsx';
import { Page, Stack } from '../../../components/layout/layout.tsx';
import { useDebounced } from '../../../components/use-debounced.ts';
import { propertyPath } from '../../../urls/paths.ts';
import { LeaveDialog } from '../../../shared/leaving/leave-dialog.tsx';
import { draftOf } from '../definition/draft.ts';
import type { StoredProperty } from '../definition/stored-property.ts';
import { useUndoToast, type Undoable } from '../../../shared/plans/undo-plan.ts';
import { REST_MS, useLivePlan } from '../plan/use-plan.ts';
import { readDefinitions } from './read-definitions.ts';
import { writeYaml } from './write-yaml.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../../../components/code/code-editor.tsx')).CodeEditor,
}));

const ApplyPanel = lazy(async () => ({ default: (await import('../plan/apply-panel.tsx')).ApplyPanel }));

const EXAMPLE = `- id: io.acme.retentionDays
  type: number
  display_name: Retention
  description: Days after which a row is deleted.
  entity_types: [dataset]
  allowed_values:
    - value: 30
    - value: 365
      description: A year
`;

/** Page that edits definitions as YAML: a stored one, or a file to import. */
export function YamlPage({ stored }: { readonly stored: StoredProperty | undefined }): ReactNode {
  const [base] = useState(stored);
  const { data: initial } = useQuery({
    queryKey: ['propertyYaml', base],
    queryFn: () => (base === undefined ? EXAMPLE : writeYaml([base])),
    staleTime: Infinity,
  });
  const draft = draftOf(base);
  const back = base === undefined ? '/properties' : propertyPath(base.urn);
  return (
    <Page
      title={base === undefined ? 'Import YAML' : `Edit ${draft.displayName || draft.name} as YAML`}
      lead="The same format as for colophon properties upsert -f. Omitted members are removed, except settings, display and rules."
      actions={
        <>
          <ButtonLink to={base === undefined ? '/properties/new' : `${back}/edit`}>Edit as form</ButtonLink>
          <ButtonLink to={back}>Cancel</ButtonLink>
        </>
      }
    >
      {initial === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <YamlForm initial={initial} back={back} isImport={base === undefined} />
      )}
    </Page>
  );
}

function YamlForm({
  initial,
  back,
  isImport,
}: {
  readonly initial: string;
  readonly back: string;
  readonly isImport: boolean;
}): ReactNode {
  const [text, setText] = useState(initial);
  const [saved, setSaved] = useState<{ readonly change: Undoable | undefined }>();
  const [, navigate] = useLocation();
  const showUndo = useUndoToast();
  const isChanged = text !== initial;
  const rested = useDebounced(text, text, REST_MS);
  const { data: definitions, error } = useQuery({
    queryKey: ['readDefinitions', rested.key],
    queryFn: ({ signal }) => readDefinitions(rested.value, signal),
    enabled: isChanged && rested.key !== initial,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const problems = isChanged && error !== null ? problemsIn(error) : [];
  const isRead = isChanged && rested.key === text && definitions !== undefined && error === null;
  const live = useLivePlan(isRead ? { definitions } : undefined);
  useEffect(() => {
    if (saved === undefined) return;
    showUndo('Definitions saved', 'All of it', saved.change, 'definitions');
    navigate(back);
  }, [saved, back, navigate, showUndo]);
  return (
    <FormWithCompanion
      companion={
        <Suspense fallback={<Skeleton lines={3} label="Loading the effects" />}>
          <ApplyPanel
            live={live}
            idle={problems.length > 0 ? 'Correct the YAML to continue.' : isChanged ? '' : 'No changes yet.'}
            verb="Apply"
            onDone={(change) => {
              setSaved({ change });
            }}
          />
        </Suspense>
      }
    >
      <LeaveDialog isUnsaved={isChanged && saved === undefined} />
      <Stack gap={3}>
        {isImport && (
          <FilePicker
            label="Open a file…"
            help="YAML or JSON, in the format of “colophon properties upsert”."
            types={['.yaml', '.yml', '.json']}
            onChoose={(file) => void file.text().then(setText)}
          />
        )}
        <Suspense fallback={<Skeleton lines={10} label="Loading the editor" />}>
          <CodeEditor label="Definitions" text={text} onText={setText} />
        </Suspense>
        {problems.length > 0 && (
          <Notice tone="bad">
            <ul>
              {problems.slice(0, 20).map(({ line, message }, index) => (
                <li key={index}>
                  {line !== undefined && `Line ${line}: `}
                  {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </Stack>
    </FormWithCompanion>
  );
}
