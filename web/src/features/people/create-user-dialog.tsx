import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useCreateUser } from './people-changes.ts';
import { PasswordForm } from './user-dialogs.tsx';

/** Dialog that creates a user and then offers to set a password. */
export function CreateUserDialog({
  mayReset,
  onClose,
}: {
  readonly mayReset: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [email, setEmail] = useState('');
  const create = useCreateUser();
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    const optional = {
      ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
      ...(email.trim() !== '' && { email: email.trim() }),
    };
    create.mutate({ name: name.trim(), ...optional });
  };
  if (create.data !== undefined) {
    return (
      <Dialog title="User created" isOpen onClose={onClose} actions={<Button onPress={onClose}>Done</Button>}>
        <Stack>
          <Notice tone="good">
            <span>
              <NameText>{name}</NameText> has no password yet.
            </span>
          </Notice>
          {mayReset && <PasswordForm urn={create.data} onSet={onClose} />}
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Create user"
      onClose={onClose}
      action="Create"
      isDisabled={name.trim() === ''}
      isPending={create.isPending}
      onSubmit={submit}
      error={create.error}
    >
      <TextField
        label="User name"
        help="Part of the user’s urn. Cannot be changed later."
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        onEnter={submit}
      />
      <TextField label="Full name" value={displayName} onChange={setDisplayName} onEnter={submit} />
      <TextField label="Email" type="email" value={email} onChange={setEmail} onEnter={submit} />
    </FormDialog>
  );
}
