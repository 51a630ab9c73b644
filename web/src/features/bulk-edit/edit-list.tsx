import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { listEdits, type EditReport } from '../../shared/edits/edit-report.ts';
import { useEditWords } from './edit-words.ts';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';

/** Polling interval while an edit is running, in ms. */
const POLL_MS = 1_000;

/** The person's own bulk edits, newest first. */
export function EditList(): ReactNode {
  const right = useBulkEditRight();
  const { data: edits, error } = useQuery({
    queryKey: ['bulkEdits'],
    queryFn: ({ signal }) => listEdits(signal),
    refetchInterval: ({ state }) => (state.data?.some(({ isOver }) => !isOver) === true ? POLL_MS : false),
  });
  const words = useEditWords(edits ?? []);
  if (error !== null) return <ErrorNotice error={error} />;
  if (edits === undefined) return <Skeleton lines={4} />;
  if (edits.length === 0) {
    return (
      <EmptyState title="No bulk edits yet" actions={<ButtonLink to="/search">Search</ButtonLink>}>
        <p>
          {right.state === 'refused'
            ? right.reason
            : 'Select assets in search results and edit them, or import a table.'}
        </p>
      </EmptyState>
    );
  }
  return (
    <Table
      label="Your edits"
      items={edits}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          id: 'what',
          label: 'Edit',
          render: (edit) => <Link href={`/edits/${String(edit.id)}`}>{words.aboutText(edit)}</Link>,
        },
        { id: 'state', label: 'State', render: stateText },
        {
          id: 'changed',
          label: 'Changed',
          isNumeric: true,
          render: ({ changed }) => changed.toLocaleString('en'),
        },
        {
          id: 'left',
          label: 'Not processed',
          isNumeric: true,
          isExtra: true,
          render: ({ left }) => left.toLocaleString('en'),
        },
        {
          id: 'failed',
          label: 'Refused',
          isNumeric: true,
          render: ({ failed }) => failed.toLocaleString('en'),
        },
        {
          id: 'when',
          label: 'Started',
          isExtra: true,
          render: ({ startedAt }) => startedAt !== undefined && <Moment time={startedAt} />,
        },
      ]}
    />
  );
}

/** State of an edit, in a word or two. */
export function stateText({ done, isOver, isStopped, left, state, total }: EditReport): string {
  if (state === 'waiting') return 'Waiting';
  if (!isOver) return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (state === 'failed') return left > 0 ? 'Interrupted' : 'Failed';
  return isStopped ? 'Stopped' : 'Done';
}
