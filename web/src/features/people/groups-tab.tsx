import { useState, type ReactNode } from 'react';
import { nameOf } from '../../api/names/entity-label.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '../../components/overlays/menu.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { AssignRoleDialog } from './assign-role-dialog.tsx';
import { CreateGroupDialog } from './create-group-dialog.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { ListSearch } from '../../shared/entities/list-search.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { PAGE_SIZE, useGroups, type Group } from './people-data.ts';
import { useRemoveGroup } from './people-changes.ts';

type GroupAction = 'members' | 'role' | 'delete';

/** The groups of the catalog, their members and roles. */
export function GroupsTab({
  state,
  onState,
  privileges,
}: {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
  readonly privileges: OwnPrivileges;
}): ReactNode {
  const { data, error, refetch } = useGroups(state.q, state.start);
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{ readonly group: Group; readonly action: GroupAction }>();
  const mayManage = privileges.has('MANAGE_USERS_AND_GROUPS');
  const close = (): void => {
    setOpened(undefined);
  };
  const actions = (group: Group): ReactNode => {
    const entry = (action: GroupAction, label: string, isDanger = false): MenuEntry => ({
      id: action,
      label,
      isDanger,
      onAction: () => {
        setOpened({ group, action });
      },
    });
    const entries = [
      entry('members', 'Members…'),
      ...(privileges.has('MANAGE_POLICIES') ? [entry('role', 'Assign role…')] : []),
      ...(mayManage ? [entry('delete', 'Delete…', true)] : []),
    ];
    return (
      <Menu label={`Actions for ${nameOf(group)}`} look="quiet" entries={entries}>
        ⋯
      </Menu>
    );
  };
  return (
    <Stack>
      <Row spread align="end">
        <ListSearch
          label="Search groups"
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
            Create group
          </Button>
        ) : (
          <RefusedButton reason="You need the privilege Manage Users & Groups.">Create group</RefusedButton>
        )}
      </Row>
      {error !== null && <LoadProblem error={error} what="list groups" onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data?.groups.length === 0 && (
        <EmptyState title={state.q === '' ? 'No groups yet' : 'No groups match'}>
          <p>
            {state.q === ''
              ? 'Create a group to give its members a role or ownership together.'
              : 'Try part of the name.'}
          </p>
        </EmptyState>
      )}
      {data !== undefined && data.groups.length > 0 && (
        <Table
          label="Groups"
          items={data.groups}
          keyOf={({ urn }) => urn}
          columns={[
            {
              id: 'name',
              label: 'Name',
              render: (group) => <EntityLink urn={group.urn} name={nameOf(group)} />,
            },
            {
              id: 'description',
              label: 'Description',
              isExtra: true,
              render: ({ properties }) => <LongText>{properties?.description ?? ''}</LongText>,
            },
            { id: 'role', label: 'Role', render: (group) => rolesOf(group).map(nameOf).join(', ') },
            {
              id: 'members',
              label: 'Members',
              isNumeric: true,
              render: ({ members }) => (members?.total ?? 0).toLocaleString('en'),
            },
            { id: 'actions', label: 'Actions', isLabelHidden: true, isNumeric: true, render: actions },
          ]}
        />
      )}
      <ListPager
        label="Pages of groups"
        start={state.start}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onStart={(start) => {
          onState({ ...state, start });
        }}
      />
      {isCreating && (
        <CreateGroupDialog
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {opened?.action === 'members' && (
        <MembersDialog
          urn={opened.group.urn}
          name={nameOf(opened.group)}
          provider={providerOf(opened.group)}
          roles={rolesOf(opened.group).map(nameOf)}
          onClose={close}
        />
      )}
      {opened?.action === 'role' && (
        <AssignRoleDialog
          actors={[opened.group.urn]}
          name={nameOf(opened.group)}
          role={rolesOf(opened.group)[0]?.urn}
          onClose={close}
        />
      )}
      {opened?.action === 'delete' && (
        <DeleteGroupDialog urn={opened.group.urn} name={nameOf(opened.group)} onClose={close} />
      )}
    </Stack>
  );
}

function rolesOf(group: Group) {
  return (group.roles?.relationships ?? []).flatMap(({ entity }) => (entity ? [entity] : []));
}

/** The external system that manages a group's members; undefined for a native group. */
function providerOf({ origin }: Group): string | undefined {
  return origin?.type === 'EXTERNAL' ? (origin.externalType ?? 'Another system') : undefined;
}

function DeleteGroupDialog({
  urn,
  name,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useRemoveGroup();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete group"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(urn, {
          onSuccess: () => {
            showToast(`Group ${name} deleted`);
            onClose();
          },
        });
      }}
    >
      <p>All memberships end. Members lose the access that they have through this group.</p>
    </ConfirmDialog>
  );
}
