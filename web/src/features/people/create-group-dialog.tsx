import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
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
    <Dialog
      title="Create group"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={name.trim() === ''}
            isPending={create.isPending}
            onPress={submit}
          >
            Create
          </Button>
        </>
      }
    >
      <Stack>
        <TextField label="Name" value={name} onChange={setName} isRequired autoFocus onEnter={submit} />
        <TextField
          label="ID"
          help="The last part of the urn. Leave empty for a random ID. Cannot be changed later."
          value={id}
          onChange={setId}
          onEnter={submit}
        />
        <TextField label="Description" value={description} onChange={setDescription} lines={3} />
        {create.error !== null && <ErrorNotice error={create.error} />}
      </Stack>
    </Dialog>
  );
}
