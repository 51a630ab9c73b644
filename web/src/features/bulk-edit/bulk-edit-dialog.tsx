import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { Checkbox } from '../../components/fields/fields.tsx';
import type {
  BulkEditSelection,
  LineageSelection,
  SelectionDialogProps,
} from '../../shared/search/bulk-edit-selection.ts';
import { NO_CHANGE, changesBody, givesValues, isComplete, type Change } from './changes/change.ts';
import { ChangeForm } from './changes/change-form.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { EditRunAction, OutdatedNote } from './edit-run.tsx';
import { useEditWords } from './edit-words.ts';
import { useEditRun } from './use-edit.ts';

type EditedSelection = BulkEditSelection | { readonly lineage: LineageSelection };

/** Dialog that changes fields of many assets: changes, dry run, and progress. */
export function BulkEditDialog({ selection, onClose }: SelectionDialogProps<EditedSelection>): ReactNode {
  const [changes, setChanges] = useState<readonly Change[]>([NO_CHANGE]);
  const [stops, setStops] = useState(true);
  const run = useEditRun();
  const { error, isCompared, isRunning, report, reset, start } = run;
  const canStop = 'lineage' in selection && givesValues(changes);
  const assets = selected(selection, canStop && stops);
  const body = { ...assets, changes: changesBody(changes) };
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

function selected(selection: EditedSelection, stopAtValue: boolean): object {
  if ('lineage' in selection) return { lineage: { ...selection.lineage, stopAtValue } };
  return 'urns' in selection ? { urns: selection.urns } : { search: selection.search };
}

/** Describes the selection: `3 assets`. */
export function selectionText(selection: EditedSelection): string {
  if ('lineage' in selection) {
    const { direction, hops } = selection.lineage;
    return `everything ${direction.toLowerCase()} within ${counted(hops, 'hop')}`;
  }
  const count = 'urns' in selection ? selection.urns.length : selection.total;
  if (count === undefined) return 'everything that matches';
  return counted(count, 'asset');
}
