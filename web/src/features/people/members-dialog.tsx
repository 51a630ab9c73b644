import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useReasonWords } from '../../shared/policies/use-reason-words.ts';
import { EntityAdder } from '../../shared/values/entity-adder.tsx';
import { PAGE_SIZE, useMembers } from './people-data.ts';
import { useChangeMembers } from './people-changes.ts';
import { RemovablePeople } from './removable-people.tsx';
import { useMembersRight } from './use-members-right.ts';

/** Dialog with the members of a group. The right to change them depends on the group: its owners have it. */
export function MembersDialog({
  urn,
  name,
  provider,
  roles,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  /** The external system that manages the members; undefined for a native group. */
  readonly provider: string | undefined;
  /** Names of the roles of the group. */
  readonly roles: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const right = useMembersRight({ groupUrn: urn, provider, roles });
  const [start, setStart] = useState(0);
  const { data, error } = useMembers(urn, start);
  const change = useChangeMembers();
  const set = (user: string, isRemoval: boolean): void => {
    change.mutate({ groupUrn: urn, userUrns: [user], isRemoval });
  };
  const refusal = right.state === 'refused' ? right.reason : undefined;
  const words = useReasonWords(refusal === undefined ? [] : [refusal]);
  return (
    <Dialog
      title={`Members of ${name}`}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <Stack>
        {refusal !== undefined && <Notice>{words(refusal)}</Notice>}
        {right.state === 'allowed' && (
          <EntityAdder label="Add a member" types={['CORP_USER']} onAdd={(user) => set(user, false)} />
        )}
        {change.error !== null && <ErrorNotice error={change.error} />}
        {error !== null && <LoadProblem error={error} what="see the members" />}
        {data === undefined && error === null && <Skeleton lines={4} />}
        {data?.total === 0 && (
          <EmptyState title="No members yet">
            {right.state === 'allowed' && <p>Add people by name.</p>}
          </EmptyState>
        )}
        {data !== undefined && data.urns.length > 0 && (
          <RemovablePeople
            label={`Members of ${name}`}
            urns={data.urns}
            removal="Remove"
            onRemove={right.state === 'allowed' ? (user) => set(user, true) : undefined}
          />
        )}
        <ListPager
          label="Pages of members"
          start={start}
          pageSize={PAGE_SIZE}
          total={data?.total ?? 0}
          onStart={setStart}
        />
      </Stack>
    </Dialog>
  );
}
