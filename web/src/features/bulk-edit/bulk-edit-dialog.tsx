import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { Checkbox } from '../../components/fields/fields.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
import { useMayProposeAnywhere, useSelectionRight } from '../../shared/rights/use-edit-right.ts';
import type { SelectionDialogProps } from '../../shared/search/bulk-edit-selection.ts';
import { NO_CHANGE, changesBody, givesValues, isComplete, type Change } from './changes/change.ts';
import { ChangeForm } from './changes/change-form.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { EditRunAction, OutdatedNote } from './edit-run.tsx';
import { useEditWords } from './edit-words.ts';
import { ProposeEditDialog, type ProposedEdit } from './propose-edit-dialog.tsx';
import { selected, selectionText, type EditedSelection } from './selected-assets.ts';
import { useEditRun } from './use-edit.ts';

/** Dialog that changes fields of many assets; for people who may edit none of them, or for those that are refused, it proposes. */
export function BulkEditDialog({ selection, onClose }: SelectionDialogProps<EditedSelection>): ReactNode {
  const right = useSelectionRight('urns' in selection ? selection.urns : []);
  const mayPropose = useMayProposeAnywhere();
  const [refused, setRefused] = useState<Omit<ProposedEdit, 'onClose'>>();
  if (refused !== undefined) return <ProposeEditDialog {...refused} onClose={onClose} />;
  if (right.state === 'refused' && mayPropose)
    return <ProposeEditDialog selection={selection} onClose={onClose} />;
  return (
    <EditDialog selection={selection} onClose={onClose} onPropose={mayPropose ? setRefused : undefined} />
  );
}

/** Changes, dry run, and progress. */
function EditDialog({
  selection,
  onClose,
  onPropose,
}: SelectionDialogProps<EditedSelection> & {
  /** Proposes changes that the person may not make; undefined: the person may not propose. */
  readonly onPropose: ((edit: Omit<ProposedEdit, 'onClose'>) => void) | undefined;
}): ReactNode {
  const [changes, setChanges] = useState<readonly Change[]>([NO_CHANGE]);
  const [stops, setStops] = useState(true);
  const run = useEditRun();
  const { error, isCompared, isRunning, report, reset, start } = run;
  const canStop = 'lineage' in selection && givesValues(changes);
  const assets = selected(selection, canStop && stops);
  const body = { ...assets, changes: changesBody(changes) };
  // An edit as shown by its comparison leaves out what that refused.
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const found = report?.isOver === true ? forbiddenIn(report) : [];
  const forbidden = report?.isTrial === false ? leftOut : found;
  const { fieldOf } = useEditWords([]);
  const setInstead = (field: string): void => {
    const id = fieldOf(field)?.id ?? field;
    const replaced = changes.map((one) => (one.field === id ? { ...one, action: 'set' } : one));
    setChanges(replaced);
    start({ ...assets, changes: changesBody(replaced), dryRun: true });
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
          <UndoButton run={run} />
          {onPropose && forbidden.length > 0 && (
            <Button onPress={() => onPropose({ selection: { urns: forbidden }, changes })}>
              Propose for {counted(forbidden.length, 'asset')}
            </Button>
          )}
          <EditRunAction run={run} body={body} onApply={() => setLeftOut(found)} />
          {report?.isOver === true && !report.isTrial && <Button onPress={onClose}>Done</Button>}
        </>
      }
    >
      <Stack>
        {report === undefined && <ChangeForm changes={changes} onChange={setChanges} />}
        {report === undefined && canStop && (
          <Checkbox isSelected={stops} onChange={setStops}>
            Leave out assets that have a value, and what lies behind them
          </Checkbox>
        )}
        {error !== null && <ErrorNotice error={error} />}
        <OutdatedNote run={run} />
        {report && (
          <EditOutcome report={report} isPressed {...(report.isTrial && { onSetInstead: setInstead })} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Undoes a finished edit. */
function UndoButton({
  run: { isRunning, report, start },
}: {
  readonly run: ReturnType<typeof useEditRun>;
}): ReactNode {
  if (report?.isOver !== true || report.isTrial || report.changed === 0 || report.about.kind === 'undo')
    return null;
  return (
    <Button isPending={isRunning} onPress={() => start({ undo: report.id })}>
      Undo
    </Button>
  );
}

/** The assets that the person may not edit; none if the report does not list them all. */
function forbiddenIn({ failureCount, failures }: EditReport): readonly string[] {
  if (failureCount > failures.length) return [];
  return [...new Set(failures.flatMap(({ code, urn }) => (code === 'FORBIDDEN' ? [urn] : [])))];
}
