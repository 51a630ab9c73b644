import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useRenameView, type SavedView } from './views.ts';

/** Dialog that changes the name and description of a view; its filters stay. */
export function RenameViewDialog({
  view,
  onClose,
}: {
  readonly view: SavedView;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(view.name);
  const [description, setDescription] = useState(view.description);
  const rename = useRenameView();
  const isNameless = name.trim() === '';
  const submit = (): void => {
    if (isNameless || rename.isPending) return;
    rename.mutate({ urn: view.urn, name: name.trim(), description }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Rename view ${view.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={submit} isPending={rename.isPending} isDisabled={isNameless}>
            Rename
          </Button>
        </>
      }
    >
      <Stack>
        <TextField label="Name" value={name} onChange={setName} isRequired autoFocus onEnter={submit} />
        <TextField label="Description" value={description} onChange={setDescription} lines={2} />
        {rename.error && <ErrorNotice error={rename.error} />}
      </Stack>
    </Dialog>
  );
}
