import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { ReasonField } from '../../shared/proposals/reason-field.tsx';
import { usePropose } from '../../shared/proposals/use-propose.ts';
import {
  NO_CHANGE,
  changesBody,
  givesValues,
  isComplete,
  requestedChanges,
  type Change,
} from './changes/change.ts';
import { ChangeForm } from './changes/change-form.tsx';
import { useEditWords } from './edit-words.ts';
import { selected, selectionText, type EditedSelection } from './selected-assets.ts';

/** An edit to propose. */
export interface ProposedEdit {
  readonly selection: EditedSelection;
  /** What is entered at first. */
  readonly changes?: readonly Change[];
  readonly onClose: () => void;
}

/** Dialog that proposes changes of many assets. */
export function ProposeEditDialog({
  changes: first = [NO_CHANGE],
  selection,
  onClose,
}: ProposedEdit): ReactNode {
  const [changes, setChanges] = useState(first);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = usePropose(onClose);
  const requested = requestedChanges(changes);
  const { changeText } = useEditWords([], requested);
  return (
    <FormDialog
      title={`Propose a change of ${selectionText(selection)}`}
      action="Propose"
      size="large"
      isDisabled={!changes.every(isComplete)}
      isPending={isPending}
      error={error}
      onSubmit={() =>
        mutate({
          title: `${requested.map(changeText).join('; ')}, ${selectionText(selection)}`,
          reason,
          edit: { ...selected(selection, givesValues(changes)), changes: changesBody(changes) },
          about: 'selected assets',
        })
      }
      onClose={onClose}
    >
      <p>
        You may not edit these assets. Those who may decide about your proposal; nothing is changed before.
      </p>
      <ChangeForm changes={changes} onChange={setChanges} />
      <ReasonField reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
