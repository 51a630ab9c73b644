import { useState, type ReactNode } from 'react';
import { TextField } from '../../components/fields/fields.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useCreateGroup } from './people-changes.ts';

/** Dialog that creates an empty group. */
export function CreateGroupDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [id, setId] = useState('');
  const [description, setDescription] = useState('');
  const create = useCreateGroup();
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    const optional = {
      ...(id.trim() !== '' && { id: id.trim() }),
      ...(description.trim() !== '' && { description: description.trim() }),
    };
    create.mutate(
      { name: name.trim(), ...optional },
      {
        onSuccess: () => {
          showToast(`Group ${name.trim()} created`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Create group"
      onClose={onClose}
      action="Create"
      isDisabled={name.trim() === ''}
      isPending={create.isPending}
      onSubmit={submit}
      error={create.error}
    >
      <TextField label="Name" value={name} onChange={setName} isRequired autoFocus onEnter={submit} />
      <TextField
        label="ID"
        help="The last part of the urn. Leave empty for a random ID. Cannot be changed later."
        value={id}
        onChange={setId}
        onEnter={submit}
      />
      <TextField label="Description" value={description} onChange={setDescription} lines={3} />
    </FormDialog>
  );
}
