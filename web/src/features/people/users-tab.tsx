import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { nameOf } from '../../api/names/entity-label.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Menu, type MenuEntry } from '../../components/overlays/menu.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { ListSearch } from '../../shared/entities/list-search.tsx';
import { PAGE_SIZE, useUsers, type User } from './people-data.ts';
import { UserDialog, type UserAction } from './user-dialogs.tsx';

/** The users of the catalog, with administrative actions. */
export function UsersTab({
  state,
  onState,
  privileges,
}: {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
  readonly privileges: OwnPrivileges;
}): ReactNode {
  const { data, error, refetch } = useUsers(state.q, state.start);
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{ readonly user: User; readonly action: UserAction }>();
  const mayManage = privileges.has('MANAGE_USERS_AND_GROUPS');
  const actions = (user: User): ReactNode => {
    const entries = entriesOf(user, privileges, (action) => {
      setOpened({ user, action });
    });
    return entries.length === 0 ? null : (
      <Menu label={`Actions for ${nameOf(user)}`} look="quiet" entries={entries}>
        ⋯
      </Menu>
    );
  };
  return (
    <Stack>
      <Row spread align="end">
        <ListSearch
          label="Search users"
          q={state.q}
          found={data?.total}
          onSearch={(q) => {
            onState({ ...state, q, start: 0 }, { replace: true });
          }}
        />
        {mayManage ? (
          <Button
            look="primary"
            onPress={() => {
              setCreating(true);
            }}
          >
            Create user
          </Button>
        ) : (
          <RefusedButton reason="You need the privilege Manage Users & Groups.">Create user</RefusedButton>
        )}
      </Row>
      {error !== null && <LoadProblem error={error} what="list users" onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data?.users.length === 0 && (
        <EmptyState title={state.q === '' ? 'No users yet' : 'No users match'}>
          <p>{state.q === '' ? 'Create a user, or invite people by link.' : 'Try part of the name.'}</p>
        </EmptyState>
      )}
      {data !== undefined && data.users.length > 0 && (
        <Table
          label="Users"
          items={data.users}
          keyOf={({ urn }) => urn}
          columns={[
            { id: 'name', label: 'Name', render: (user) => <UserName user={user} /> },
            { id: 'email', label: 'Email', isExtra: true, render: (user) => user.properties?.email ?? '' },
            { id: 'role', label: 'Role', render: (user) => rolesOf(user).map(nameOf).join(', ') },
            { id: 'status', label: 'Status', render: (user) => <UserStatus user={user} /> },
            { id: 'actions', label: 'Actions', isLabelHidden: true, isNumeric: true, render: actions },
          ]}
        />
      )}
      <ListPager
        label="Pages of users"
        start={state.start}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onStart={(start) => {
          onState({ ...state, start });
        }}
      />
      {isCreating && (
        <CreateUserDialog
          mayReset={privileges.has('MANAGE_USER_CREDENTIALS')}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {opened && (
        <UserDialog
          {...opened}
          onClose={() => {
            setOpened(undefined);
          }}
        />
      )}
    </Stack>
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
    onAction: () => {
      open(action);
    },
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
