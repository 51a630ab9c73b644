import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
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
import { useEditFields } from './edit-fields.ts';
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
  const { isReady } = useEditFields();
  const { mutate, isPending, error } = usePropose(onClose);
  const requested = requestedChanges(changes);
  const { changeText } = useEditWords([], requested);
  return (
    <Dialog
      title={`Propose a change of ${selectionText(selection)}`}
      size="large"
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isDisabled={!changes.every(isComplete)}
          isPending={isPending}
          onPress={() =>
            mutate({
              title: `${requested.map(changeText).join('; ')}, ${selectionText(selection)}`,
              reason,
              edit: { ...selected(selection, givesValues(changes)), changes: changesBody(changes) },
              about: 'selected assets',
            })
          }
        >
          Propose
        </Button>
      }
    >
      <Stack>
        <p>You may not edit these assets. People who may edit them decide, and nothing changes until then.</p>
        <ChangeForm changes={changes} onChange={setChanges} />
        {/* Not before the fields above: a dialog focuses its first one. */}
        {isReady && <ReasonField reason={reason} onChange={setReason} />}
        {error !== null && <ErrorNotice error={error} />}
      </Stack>
    </Dialog>
  );
}
