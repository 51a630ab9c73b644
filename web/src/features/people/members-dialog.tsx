import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Paging } from '../../components/controls/paging.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { EntityPicker } from '../values/entity-picker.tsx';
import { EntityLink } from './entity-link.tsx';
import { PAGE_SIZE, useMembers } from './people-data.ts';
import { useChangeMembers } from './people-changes.ts';

/**
 * The members of a group. Who may change them depends on the group (its owners may), so everybody is offered it and
 * the server's refusal is shown.
 */
export function MembersDialog({
  urn,
  name,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const [start, setStart] = useState(0);
  const { data, error } = useMembers(urn, start);
  const nameOfUrn = useEntityNames(data?.urns ?? []);
  const change = useChangeMembers();
  const set = (user: string, isRemoval: boolean): void => {
    change.mutate({ groupUrn: urn, userUrns: [user], isRemoval });
  };
  return (
    <Dialog
      title={`Members of ${name}`}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <Stack>
        <EntityPicker
          // A new field after each choice, so that the next person can be typed at once.
          key={data?.total}
          label="Add a member"
          types={['CORP_USER']}
          value={undefined}
          onChange={(user) => {
            if (user !== undefined) set(user, false);
          }}
        />
        {change.error !== null && <ErrorNotice error={change.error} />}
        {error !== null && <LoadProblem error={error} what="see the members" />}
        {data === undefined && error === null && <Skeleton lines={4} />}
        {data?.total === 0 && (
          <EmptyState title="Nobody is in this group">
            <p>Add people by their name.</p>
          </EmptyState>
        )}
        {data !== undefined && data.urns.length > 0 && (
          <Table
            label={`Members of ${name}`}
            items={data.urns}
            keyOf={(user) => user}
            columns={[
              {
                id: 'name',
                label: 'Name',
                render: (user) => <EntityLink urn={user} name={nameOfUrn(user)} />,
              },
              {
                id: 'remove',
                label: '',
                isNumeric: true,
                render: (user) => (
                  <Button
                    look="quiet"
                    label={`Remove ${nameOfUrn(user)}`}
                    onPress={() => {
                      set(user, true);
                    }}
                  >
                    Remove
                  </Button>
                ),
              },
            ]}
          />
        )}
        <Paging
          label="members"
          start={start}
          pageSize={PAGE_SIZE}
          total={data?.total ?? 0}
          onStart={setStart}
        />
      </Stack>
    </Dialog>
  );
}
