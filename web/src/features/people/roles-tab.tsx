import { useState, type ReactNode } from 'react';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { EntityAdder } from '../../shared/values/entity-adder.tsx';
import { useAssignRole } from './people-changes.ts';
import { useRoles, type Role } from './people-data.ts';
import { RemovablePeople } from './removable-people.tsx';

/** The roles and their holders. */
export function RolesTab({ privileges }: { readonly privileges: OwnPrivileges }): ReactNode {
  const { data, error, refetch } = useRoles();
  const [openedUrn, setOpenedUrn] = useState<string>();
  const opened = data?.find(({ urn }) => urn === openedUrn);
  if (error !== null) return <LoadProblem error={error} what="list roles" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} />;
  return (
    <Stack>
      <Soft>Policies grant privileges to roles. A user or group has at most one role.</Soft>
      <Table
        label="Roles"
        items={data}
        keyOf={({ urn }) => urn}
        columns={[
          { id: 'name', label: 'Role', render: ({ name }) => name },
          { id: 'description', label: 'What it allows', render: ({ description }) => description ?? '' },
          {
            id: 'members',
            label: 'Held by',
            isNumeric: true,
            render: ({ urn, name, relationships }) => (
              <Button
                label={`Who has the role ${name}`}
                onPress={() => {
                  setOpenedUrn(urn);
                }}
              >
                {holders(relationships?.total ?? 0)}
              </Button>
            ),
          },
        ]}
      />
      {opened && (
        <HoldersDialog
          role={opened}
          mayAssign={privileges.has('MANAGE_POLICIES')}
          onClose={() => {
            setOpenedUrn(undefined);
          }}
        />
      )}
    </Stack>
  );
}

function HoldersDialog({
  role,
  mayAssign,
  onClose,
}: {
  readonly role: Role;
  readonly mayAssign: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const holders = (role.relationships?.relationships ?? []).flatMap(({ entity }) =>
    entity ? [entity.urn] : [],
  );
  const total = role.relationships?.total ?? 0;
  const assign = useAssignRole();
  return (
    <Dialog
      title={`Who has the role ${role.name}`}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <Stack>
        {mayAssign && (
          <EntityAdder
            label="Assign to a user or group"
            help="Replaces the user’s or group’s current role."
            types={['CORP_USER', 'CORP_GROUP']}
            onAdd={(urn) => {
              assign.mutate({ roleUrn: role.urn, actors: [urn] });
            }}
          />
        )}
        {assign.error !== null && <ErrorNotice error={assign.error} />}
        {holders.length === 0 ? (
          <EmptyState title="Nobody has this role" />
        ) : (
          <RemovablePeople
            label={`Holders of ${role.name}`}
            urns={holders}
            removal="Remove role from"
            onRemove={mayAssign ? (urn) => assign.mutate({ actors: [urn] }) : undefined}
          />
        )}
        {total > holders.length && (
          <Soft>
            The first {holders.length.toLocaleString('en')} of {total.toLocaleString('en')} are shown.
          </Soft>
        )}
      </Stack>
    </Dialog>
  );
}

function holders(count: number): string {
  return count === 0 ? 'Nobody' : counted(count, 'holder');
}
