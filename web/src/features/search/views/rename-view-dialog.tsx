import { useState, type ReactNode } from 'react';
import { TextField } from '../../../components/fields/fields.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
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
    <FormDialog
      title={`Rename view ${view.name}`}
      onClose={onClose}
      action="Rename"
      onSubmit={submit}
      isPending={rename.isPending}
      isDisabled={isNameless}
      error={rename.error}
    >
      <TextField label="Name" value={name} onChange={setName} isRequired autoFocus onEnter={submit} />
      <TextField label="Description" value={description} onChange={setDescription} lines={2} />
    </FormDialog>
  );
}
