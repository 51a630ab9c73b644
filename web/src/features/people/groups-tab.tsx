import { useState, type ReactNode } from 'react';
import { nameOf } from '../../api/names/entity-label.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { LongText } from '../../components/text/long-text.tsx';
import { counted } from '../../components/counted.ts';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import type { MenuEntry } from '../../components/overlays/menu-entries.ts';
import { Menu } from '../../components/overlays/menu.tsx';
import { AssignRoleDialog } from './assign-role-dialog.tsx';
import { CreateGroupDialog } from './create-group-dialog.tsx';
import { UndoNote } from '../../shared/deletions/undo-note.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { useDeletedToast } from '../../shared/entities/undo-deletion.ts';
import { SearchedList, type ListProps } from '../../shared/entities/searched-list.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { PAGE_SIZE, useGroups, type Group } from './people-data.ts';
import { useRemoveGroup } from './people-changes.ts';

type GroupAction = 'members' | 'role' | 'delete';

/** The groups of the catalog, their members and roles. */
export function GroupsTab({
  privileges,
  ...list
}: ListProps & { readonly privileges: OwnPrivileges }): ReactNode {
  const groups = useGroups(list.state.q, list.state.start);
  const [opened, setOpened] = useState<{ readonly group: Group; readonly action: GroupAction }>();
  const actions = (group: Group): ReactNode => (
    <Menu
      label={`Actions for ${nameOf(group)}`}
      look="quiet"
      entries={entriesOf(privileges, (action) => setOpened({ group, action }))}
    >
      ⋯
    </Menu>
  );
  return (
    <>
      <SearchedList
        {...list}
        name="Groups"
        query={groups}
        items={groups.data?.groups}
        pageSize={PAGE_SIZE}
        none="Create a group to give its members a role or ownership together."
        action={
          privileges.has('MANAGE_USERS_AND_GROUPS') && (
            <DialogButton look="primary" dialog={(close) => <CreateGroupDialog onClose={close} />}>
              Create group
            </DialogButton>
          )
        }
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
          {
            id: 'role',
            label: 'Role',
            isBrief: true,
            render: (group) => rolesOf(group).map(nameOf).join(', ') || <Soft>None</Soft>,
          },
          {
            id: 'members',
            label: 'Members',
            isNumeric: true,
            render: ({ members }) => (members?.total ?? 0).toLocaleString('en'),
          },
          { id: 'actions', label: 'Actions', isLabelHidden: true, isNumeric: true, render: actions },
        ]}
      />
      {opened && <GroupDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function entriesOf(privileges: OwnPrivileges, open: (action: GroupAction) => void): readonly MenuEntry[] {
  const members = { id: 'members', label: 'Members…', onAction: () => open('members') };
  const role = { id: 'role', label: 'Assign role…', onAction: () => open('role') };
  const remove = { id: 'delete', label: 'Delete…', isDanger: true, onAction: () => open('delete') };
  return [
    members,
    ...(privileges.has('MANAGE_POLICIES') ? [role] : []),
    ...(privileges.has('MANAGE_USERS_AND_GROUPS') ? [remove] : []),
  ];
}

/** Dialog of a {@link GroupAction}. */
function GroupDialog({
  group,
  action,
  onClose,
}: {
  readonly group: Group;
  readonly action: GroupAction;
  readonly onClose: () => void;
}): ReactNode {
  const subject = { urn: group.urn, name: nameOf(group), onClose };
  const roles = rolesOf(group);
  switch (action) {
    case 'members':
      return <MembersDialog {...subject} provider={providerOf(group)} roles={roles.map(nameOf)} />;
    case 'role':
      return (
        <AssignRoleDialog actors={[group.urn]} name={subject.name} role={roles[0]?.urn} onClose={onClose} />
      );
    case 'delete':
      return <DeleteGroupDialog {...subject} members={group.members?.total ?? 0} />;
  }
}

function rolesOf(group: Group) {
  return (group.roles?.relationships ?? []).flatMap(({ entity }) => (entity ? [entity] : []));
}

/** The external system that manages a group's members; undefined for a native group. */
function providerOf({ origin }: Group): string | undefined {
  return origin?.type === 'EXTERNAL' ? (origin.externalType ?? 'Another system') : undefined;
}

function membersText(members: number): string {
  if (members === 0) return 'The group has no members.';
  return `${counted(members, 'member')} ${members === 1 ? 'loses' : 'lose'} the access that the group gives.`;
}

function DeleteGroupDialog({
  urn,
  name,
  members,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  /** Number of members. */
  readonly members: number;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useRemoveGroup();
  const showDeleted = useDeletedToast();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete group"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showDeleted(urn, name);
        onClose();
      }}
    >
      <p>{membersText(members)} To keep the group without its access, remove its role instead.</p>
      <UndoNote except="the members" />
    </ConfirmDialog>
  );
}
