import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import type { BulkEditDialogProps, BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';
import { NO_CHANGE, changesBody, isComplete, type Change } from './changes/change.ts';
import { ChangeForm } from './changes/change-form.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { EditRunAction, OutdatedNote } from './edit-run.tsx';
import { useEditWords } from './edit-words.ts';
import { useEditRun } from './use-edit.ts';

export type { BulkEditDialogProps, BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';

/** Dialog that changes fields of many assets: changes, dry run, and progress. */
export function BulkEditDialog({ selection, onClose }: BulkEditDialogProps): ReactNode {
  const [changes, setChanges] = useState<readonly Change[]>([NO_CHANGE]);
  const run = useEditRun();
  const { error, isCompared, isRunning, report, reset, start } = run;
  const body = { ...selected(selection), changes: changesBody(changes) };
  const { fieldOf } = useEditWords([]);
  const setInstead = (field: string): void => {
    const id = fieldOf(field)?.id ?? field;
    const replaced = changes.map((one) => (one.field === id ? { ...one, action: 'set' } : one));
    setChanges(replaced);
    start({ ...selected(selection), changes: changesBody(replaced), dryRun: true });
  };
  return (
    <Dialog
      title={`Edit ${selectionText(selection)}`}
      size="large"
      isOpen
      onClose={onClose}
      actions={
        <>
          {isCompared && <Button onPress={reset}>Change something else</Button>}
          {report === undefined && (
            <Button
              look="primary"
              isDisabled={!changes.every(isComplete)}
              isPending={isRunning}
              onPress={() => {
                start({ ...body, dryRun: true });
              }}
            >
              Compare
            </Button>
          )}
          {report?.isOver === true &&
            !report.isTrial &&
            report.changed > 0 &&
            report.about.kind !== 'undo' && (
              <Button
                isPending={isRunning}
                onPress={() => {
                  start({ undo: report.id });
                }}
              >
                Undo
              </Button>
            )}
          <EditRunAction run={run} body={body} />
          {report?.isOver === true && !report.isTrial && <Button onPress={onClose}>Done</Button>}
        </>
      }
    >
      <Stack>
        {report === undefined && <ChangeForm changes={changes} onChange={setChanges} />}
        {error !== null && <ErrorNotice error={error} />}
        <OutdatedNote run={run} />
        {report && (
          <EditOutcome report={report} isPressed {...(report.isTrial && { onSetInstead: setInstead })} />
        )}
      </Stack>
    </Dialog>
  );
}

function selected(selection: BulkEditSelection): object {
  return 'urns' in selection ? { urns: selection.urns } : { search: selection.search };
}

/** Describes the selection: `3 assets`. */
export function selectionText(selection: BulkEditSelection): string {
  const count = 'urns' in selection ? selection.urns.length : selection.total;
  if (count === undefined) return 'everything that matches';
  return counted(count, 'asset');
}
