import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/data/name-text.tsx';
import { useEntityNames } from '../../api/entity-names.ts';
import { entityTypeLabel } from '../../api/entity-type-label.ts';
import { Button } from '../../components/controls/button.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import { undoDeletion } from '../../shared/entities/undo-deletion.ts';
import { readDeletions, type Deletion } from './read-deletions.ts';

/** What was deleted permanently and can still be restored, each with *Undo*. */
export function DeletedTable({
  label,
  keys,
}: {
  readonly label: string;
  /** Names of the key aspects of the entity types to show: `datasetKey`. */
  readonly keys: readonly string[];
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['deletions', keys],
    queryFn: ({ signal }) => readDeletions(keys, signal),
  });
  const nameOf = useEntityNames(data?.map(({ actor }) => actor) ?? []);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} label="Loading deletions" />;
  if (data.length === 0) {
    return (
      <EmptyState title="Nothing to undo">
        <p>What is deleted permanently stays here for a while, a week by default, and can be restored.</p>
      </EmptyState>
    );
  }
  return (
    <Table
      label={label}
      items={data}
      keyOf={({ urn }) => urn}
      columns={[
        {
          id: 'name',
          label: 'Name',
          render: ({ urn }) => (
            <Link href={entityPath(urn)}>
              <NameText>{shortName(urn)}</NameText>
            </Link>
          ),
        },
        { id: 'type', label: 'Type', isExtra: true, render: ({ urn }) => entityTypeLabel(entityTypeOf(urn)) },
        { id: 'when', label: 'Deleted', render: ({ time }) => <Moment time={time} /> },
        { id: 'who', label: 'By', isExtra: true, render: ({ actor }) => nameOf(actor) },
        {
          id: 'undo',
          label: 'Actions',
          isLabelHidden: true,
          render: (deletion) => <UndoButton deletion={deletion} />,
        },
      ]}
    />
  );
}

function UndoButton({ deletion: { urn } }: { readonly deletion: Deletion }): ReactNode {
  const client = useQueryClient();
  const name = shortName(urn);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => undoDeletion(urn),
    onSuccess: async () => {
      showToast(`${name} restored`);
      await client.invalidateQueries();
    },
  });
  return (
    <Stack gap={1}>
      <Row>
        <Button
          label={`Undo the deletion of ${name}`}
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          Undo
        </Button>
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </Stack>
  );
}
