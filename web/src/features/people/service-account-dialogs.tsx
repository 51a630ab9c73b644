import { useState, type ReactNode } from 'react';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { CreateTokenDialog } from '../../shared/tokens/create-token-dialog.tsx';
import { TokensTable } from '../../shared/tokens/tokens-table.tsx';
import { UndoNote } from '../../shared/deletions/undo-note.tsx';
import { useDeletedToast } from '../../shared/entities/undo-deletion.ts';
import { AssignRoleDialog } from './assign-role-dialog.tsx';
import { useRoles } from './people-data.ts';

const CREATE = graphql(`
  mutation createServiceAccount($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) {
      urn
    }
  }
`);

const REMOVE = graphql(`
  mutation deleteServiceAccount($urn: String!) {
    deleteServiceAccount(urn: $urn)
  }
`);

/** Administrative actions on a service account. */
export type ServiceAccountAction = 'token' | 'tokens' | 'role' | 'delete';

interface Subject {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The dialog of an action on a service account. */
export function ServiceAccountDialog({
  action,
  ...subject
}: Subject & { readonly action: ServiceAccountAction }): ReactNode {
  switch (action) {
    case 'token':
      return <CreateTokenDialog actor={subject} isService onClose={subject.onClose} />;
    case 'tokens':
      return <TokensDialog {...subject} />;
    case 'role':
      return <RoleDialog {...subject} />;
    case 'delete':
      return <DeleteDialog {...subject} />;
  }
}

function TokensDialog({ urn, name, onClose }: Subject): ReactNode {
  return (
    <Dialog
      title={`Tokens of ${name}`}
      size="large"
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <TokensTable actorUrn={urn} />
    </Dialog>
  );
}

/** Opens once the account's current role is loaded. */
function RoleDialog({ urn, name, onClose }: Subject): ReactNode {
  const roles = useRoles();
  if (roles.data === undefined) return null;
  const role = roles.data.find(({ relationships }) =>
    relationships?.relationships.some(({ entity }) => entity?.urn === urn),
  );
  return <AssignRoleDialog actors={[urn]} name={name} role={role?.urn} onClose={onClose} />;
}

/** Dialog that creates a service account without tokens. */
export function CreateServiceAccountDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');
  const create = useChange(
    ['serviceAccounts'],
    (input: { readonly displayName: string; readonly description?: string }) => query(CREATE, { input }),
  );
  const submit = (): void => {
    if (displayName.trim() === '' || create.isPending) return;
    const optional = description.trim() === '' ? {} : { description: description.trim() };
    create.mutate(
      { displayName: displayName.trim(), ...optional },
      {
        onSuccess: () => {
          showToast(`${displayName.trim()} created. Create a token from its menu.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Create service account"
      onClose={onClose}
      action="Create"
      isDisabled={displayName.trim() === ''}
      isPending={create.isPending}
      onSubmit={submit}
      error={create.error}
    >
      <TextField
        label="Name"
        value={displayName}
        onChange={setDisplayName}
        isRequired
        autoFocus
        onEnter={submit}
      />
      <TextField
        label="Description"
        help="The program that uses it."
        value={description}
        onChange={setDescription}
        onEnter={submit}
      />
    </FormDialog>
  );
}

function DeleteDialog({ urn, name, onClose }: Subject): ReactNode {
  const remove = useChange(['serviceAccounts', 'roles'], (account: string) =>
    query(REMOVE, { urn: account }),
  );
  const showDeleted = useDeletedToast();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete service account"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showDeleted(urn, name);
        onClose();
      }}
    >
      <p>
        Its access tokens stop working at once, and programs that use them lose access. To end only some of
        them, revoke tokens instead.
      </p>
      <UndoNote except="the tokens" />
    </ConfirmDialog>
  );
}
