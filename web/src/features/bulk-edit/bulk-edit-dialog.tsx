import { useState } from 'react';
import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import type { BulkEditDialogProps, BulkEditSelection } from './bulk-edit-selection.ts';
import { NO_CHANGE, changesBody, isComplete } from './change.ts';
import type { Change } from './change.ts';
import { ChangeForm } from './change-form.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { useEditRun } from './use-edit.ts';

export type { BulkEditDialogProps, BulkEditSelection } from './bulk-edit-selection.ts';

/** Changes fields of many assets: what to change, what that would do, and how far it has come. */
export function BulkEditDialog({ selection, onClose }: BulkEditDialogProps): ReactNode {
  const [changes, setChanges] = useState<readonly Change[]>([NO_CHANGE]);
  const { error, isRunning, report, reset, start } = useEditRun();
  const body = { ...selected(selection), changes: changesBody(changes) };
  const isCompared = report?.isOver === true && report.isTrial;
  const isDone = report?.isOver === true && !report.isTrial;
  return (
    <Dialog
      title={`Edit ${selectionText(selection)}`}
      size="large"
      isOpen
      onClose={onClose}
      actions={
        <>
          {report !== undefined && !report.isTrial && (
            <ButtonLink to={`/edits/${String(report.id)}`}>Open as a page</ButtonLink>
          )}
          {isDone && <Button onPress={onClose}>Done</Button>}
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
          {isCompared && report.changed > 0 && (
            <Button
              look="primary"
              isPending={isRunning}
              onPress={() => {
                start(body);
              }}
            >
              Change {counted(report.changed, 'asset')}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {report === undefined && <ChangeForm changes={changes} onChange={setChanges} />}
        {error !== null && <ErrorNotice error={error} />}
        {report && <EditOutcome report={report} />}
      </Stack>
    </Dialog>
  );
}

function selected(selection: BulkEditSelection): object {
  return 'urns' in selection ? { urns: selection.urns } : { search: selection.search };
}

/** The assets in words: `3 assets`. */
export function selectionText(selection: BulkEditSelection): string {
  const count = 'urns' in selection ? selection.urns.length : selection.total;
  if (count === undefined) return 'everything that matches';
  return counted(count, 'asset');
}
