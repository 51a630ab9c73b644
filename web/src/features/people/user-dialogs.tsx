import { UndoNote } from '../../shared/deletions/undo-note.tsx';
import { useState, type ReactNode } from 'react';
import { nameOf } from '../../api/names/entity-label.ts';
import { BASE_PATH } from '../../api/base-path.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { AssignRoleDialog } from './assign-role-dialog.tsx';
import { useRemoveUser, useResetPassword, useSetPassword, useSetStatus } from './people-changes.ts';
import { useDeletedToast } from '../../shared/entities/undo-deletion.ts';
import type { User } from './people-data.ts';

/** Administrative actions on a user. */
export type UserAction = 'role' | 'password' | 'reset' | 'suspend' | 'reactivate' | 'delete';

/** Dialog of a {@link UserAction}. */
export function UserDialog({
  user,
  action,
  onClose,
}: {
  readonly user: User;
  readonly action: UserAction;
  readonly onClose: () => void;
}): ReactNode {
  const subject = { urn: user.urn, name: nameOf(user), onClose };
  switch (action) {
    case 'role': {
      const role = user.relationships?.relationships[0]?.entity?.urn;
      return <AssignRoleDialog actors={[user.urn]} name={subject.name} role={role} onClose={onClose} />;
    }
    case 'reset':
      return <ResetDialog {...subject} />;
    case 'password':
      return <PasswordDialog {...subject} />;
    case 'delete':
      return <DeleteDialog {...subject} />;
    case 'suspend':
    case 'reactivate':
      return <StatusDialog {...subject} status={action === 'suspend' ? 'SUSPENDED' : 'ACTIVE'} />;
  }
}

interface Subject {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}

function StatusDialog({
  urn,
  name,
  status,
  onClose,
}: Subject & { readonly status: 'ACTIVE' | 'SUSPENDED' }): ReactNode {
  const change = useSetStatus();
  const isSuspension = status === 'SUSPENDED';
  const showChanged = (): void => {
    const restored = { urn, status: isSuspension ? 'ACTIVE' : 'SUSPENDED' } as const;
    const onPress = (): void => {
      change
        .mutateAsync(restored)
        .then(() => showToast(`${name} ${isSuspension ? 'reactivated' : 'suspended again'}`, undefined, urn))
        .catch(() => showToast(`${name} could not be changed. Try again from the menu.`, undefined, urn));
    };
    showToast(`${name} ${isSuspension ? 'suspended' : 'reactivated'}`, { label: 'Undo', onPress }, urn);
  };
  return (
    <ConfirmDialog
      title={isSuspension ? `Suspend ${name}?` : `Reactivate ${name}?`}
      action={isSuspension ? 'Suspend' : 'Reactivate'}
      change={change}
      onClose={onClose}
      input={{ urn, status }}
      onDone={() => {
        showChanged();
        onClose();
      }}
    >
      <p>
        {isSuspension
          ? 'All sessions and access tokens stop working at once. Can be undone at any time: with Undo in the message afterwards, or with Reactivate, after which they work again. To take away only some access, change the role or revoke tokens instead.'
          : 'The user can sign in again, and existing access tokens work again.'}
      </p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ urn, name, onClose }: Subject): ReactNode {
  const change = useRemoveUser();
  const showDeleted = useDeletedToast();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete user"
      change={change}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showDeleted(urn, name);
        onClose();
      }}
    >
      <p>
        Deletes the account with its tokens, sessions and memberships. To block access but keep the account,
        suspend it instead.
      </p>
      <UndoNote except="tokens and sessions" />
    </ConfirmDialog>
  );
}

function PasswordDialog({ urn, name, onClose }: Subject): ReactNode {
  return (
    <Dialog
      title={`Password of ${name}`}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <PasswordForm
        urn={urn}
        onSet={() => {
          showToast(`Password set. ${name} can sign in with it.`);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Sets the first password of a user. */
export function PasswordForm({
  urn,
  onSet,
}: {
  readonly urn: string;
  readonly onSet: () => void;
}): ReactNode {
  const [password, setPassword] = useState('');
  const save = useSetPassword();
  const submit = (): void => {
    if (password !== '' && !save.isPending) save.mutate({ urn, password }, { onSuccess: onSet });
  };
  return (
    <Stack>
      <TextField
        label="Password"
        type="password"
        help="To let the user choose another, create a reset link later."
        value={password}
        onChange={setPassword}
        autoFocus
        onEnter={submit}
      />
      <Row>
        <Button look="primary" isDisabled={password === ''} isPending={save.isPending} onPress={submit}>
          Set password
        </Button>
      </Row>
      {save.error !== null && <ErrorNotice error={save.error} />}
    </Stack>
  );
}

function ResetDialog({ urn, name, onClose }: Subject): ReactNode {
  return (
    <Dialog
      title={`Password reset link for ${name}`}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <ResetLink urn={urn} />
    </Dialog>
  );
}

/** Creates and shows a password reset link. */
function ResetLink({ urn }: { readonly urn: string }): ReactNode {
  const reset = useResetPassword();
  if (reset.data !== undefined) {
    return (
      <CopyField
        label="Link"
        value={`${location.origin}${BASE_PATH}/reset?reset_token=${reset.data}`}
        help="Works once, within a day. Copy it now: it is not shown again. Send it privately."
      />
    );
  }
  return (
    <Stack>
      <p>Anyone with the link can set a new password. The current one works until then.</p>
      <Button
        look="primary"
        isPending={reset.isPending}
        onPress={() => {
          reset.mutate(urn);
        }}
      >
        Create link
      </Button>
      {reset.error !== null && <ErrorNotice error={reset.error} />}
    </Stack>
  );
}
