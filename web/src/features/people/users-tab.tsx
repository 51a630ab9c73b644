import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { nameOf } from '../../api/names/entity-label.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { Badge } from '../../components/text/badge.tsx';
import { Row, Soft } from '../../components/layout/layout.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import type { MenuEntry } from '../../components/overlays/menu-entries.ts';
import { Menu } from '../../components/overlays/menu.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { SearchedList, type ListProps } from '../../shared/entities/searched-list.tsx';
import { PAGE_SIZE, useUsers, type User } from './people-data.ts';
import { UserDialog, type UserAction } from './user-dialogs.tsx';

/** The users of the catalog, with administrative actions. */
export function UsersTab({
  privileges,
  ...list
}: ListProps & { readonly privileges: OwnPrivileges }): ReactNode {
  const users = useUsers(list.state.q, list.state.start);
  const [opened, setOpened] = useState<{ readonly user: User; readonly action: UserAction }>();
  const actions = (user: User): ReactNode => {
    const entries = entriesOf(user, privileges, (action) => setOpened({ user, action }));
    return entries.length === 0 ? null : (
      <Menu label={`Actions for ${nameOf(user)}`} look="quiet" entries={entries}>
        ⋯
      </Menu>
    );
  };
  return (
    <>
      <SearchedList
        {...list}
        name="Users"
        query={users}
        items={users.data?.users}
        pageSize={PAGE_SIZE}
        none="Create a user, or invite people by link."
        action={
          privileges.has('MANAGE_USERS_AND_GROUPS') && (
            <DialogButton
              look="primary"
              dialog={(close) => (
                <CreateUserDialog mayReset={privileges.has('MANAGE_USER_CREDENTIALS')} onClose={close} />
              )}
            >
              Create user
            </DialogButton>
          )
        }
        columns={[
          { id: 'name', label: 'Name', render: (user) => <UserName user={user} /> },
          { id: 'email', label: 'Email', isExtra: true, render: (user) => user.properties?.email ?? '' },
          {
            id: 'role',
            label: 'Role',
            isBrief: true,
            render: (user) => rolesOf(user).map(nameOf).join(', ') || <Soft>None</Soft>,
          },
          { id: 'status', label: 'Status', isBrief: true, render: (user) => <UserStatus user={user} /> },
          { id: 'actions', label: 'Actions', isLabelHidden: true, isNumeric: true, render: actions },
        ]}
      />
      {opened && <UserDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The roles of a user; in practice at most one. */
function rolesOf(user: User) {
  return (user.relationships?.relationships ?? []).flatMap(({ entity }) => (entity ? [entity] : []));
}

function UserName({ user }: { readonly user: User }): ReactNode {
  return (
    <Row>
      <EntityLink urn={user.urn} name={nameOf(user)} />
      <Soft>
        <NameText>{user.username}</NameText>
      </Soft>
    </Row>
  );
}

function UserStatus({ user }: { readonly user: User }): ReactNode {
  if (user.status === 'SUSPENDED') return <Badge tone="bad">Suspended</Badge>;
  if (user.status === 'ACTIVE') return <Badge tone="good">Active</Badge>;
  return <Soft>Never activated</Soft>;
}

function entriesOf(
  user: User,
  privileges: OwnPrivileges,
  open: (action: UserAction) => void,
): readonly MenuEntry[] {
  const entry = (action: UserAction, label: string, isDanger = false): MenuEntry => ({
    id: action,
    label,
    isDanger,
    onAction: () => open(action),
  });
  const isSuspended = user.status === 'SUSPENDED';
  return [
    ...(privileges.has('MANAGE_POLICIES') ? [entry('role', 'Assign role…')] : []),
    ...(privileges.has('MANAGE_USER_CREDENTIALS')
      ? [
          // A reset link requires an existing password.
          user.isNativeUser === true
            ? entry('reset', 'Password reset link…')
            : entry('password', 'Set password…'),
        ]
      : []),
    ...(privileges.has('MANAGE_USERS_AND_GROUPS')
      ? [
          isSuspended ? entry('reactivate', 'Reactivate') : entry('suspend', 'Suspend…', true),
          entry('delete', 'Delete…', true),
        ]
      : []),
  ];
}
