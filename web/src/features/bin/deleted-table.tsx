import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import { undoDeletion } from '../../shared/entities/undo-deletion.ts';
import { UndoButton } from '../../shared/undo/undo-button.tsx';
import { UndoClearing } from '../../shared/plans/undo-clearing.tsx';
import { readDeletions, type Deletion } from '../../shared/deletions/read-deletions.ts';

/** What was deleted permanently and can still be restored, each with *Undo*. */
export function DeletedTable({
  label,
  title,
  types = [],
}: {
  readonly label: string;
  /** Heading above it, on a page that has more: without deletions, neither is shown. */
  readonly title?: string;
  /** Entity types to show: `structuredProperty`; default: all. */
  readonly types?: readonly string[];
}): ReactNode {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['deletions', types],
    queryFn: ({ pageParam, signal }) => readDeletions(types, pageParam, signal),
    initialPageParam: noCursor(),
    getNextPageParam: ({ next }) => next,
  });
  const deletions = data?.pages.flatMap((page) => page.deletions) ?? [];
  const properties = deletions.flatMap(({ kind, urn }) => (kind === 'values' ? [urn] : []));
  const nameOf = useEntityNames([...deletions.map(({ actor }) => actor), ...properties]);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} label="Loading deletions" />;
  if (deletions.length === 0 && !hasNextPage) {
    return title === undefined ? (
      <EmptyState title="Nothing deleted permanently">
        <p>What is deleted permanently stays here for a while, a week by default, and can be restored.</p>
        <p>
          Properties that were deleted with their values kept are under{' '}
          <Link href="/properties?tab=deleted">Deleted properties</Link>.
        </p>
      </EmptyState>
    ) : null;
  }
  const table = (
    <Stack>
      <Table
        label={label}
        items={deletions}
        keyOf={({ sequence, urn }) => `${String(sequence)} ${urn}`}
        columns={[
          {
            id: 'name',
            label: 'Name',
            render: ({ kind, urn }) => (
              <Link href={entityPath(urn)}>
                <NameText>{kind === 'values' ? nameOf(urn) : shortName(urn)}</NameText>
              </Link>
            ),
          },
          { id: 'type', label: 'What', render: whatText },
          { id: 'when', label: 'Deleted', render: ({ time }) => <Moment time={time} /> },
          { id: 'who', label: 'By', isExtra: true, render: ({ actor }) => nameOf(actor) },
          {
            id: 'undo',
            label: 'Actions',
            isLabelHidden: true,
            render: (deletion) =>
              deletion.kind === 'values' ? (
                <UndoClearing propertyUrn={deletion.urn} commit={deletion.sequence} />
              ) : (
                <UndoDeletion deletion={deletion} />
              ),
          },
        ]}
      />
      {hasNextPage && (
        <Row>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show more
          </Button>
        </Row>
      )}
    </Stack>
  );
  return title === undefined ? table : <Section title={title}>{table}</Section>;
}

/** The cursor of the first page. */
function noCursor(): string | undefined {
  return undefined;
}

function whatText({ assets = 0, kind, urn }: Deletion): string {
  if (kind === 'entity') return entityTypeLabel(entityTypeOf(urn));
  return assets === 0 ? 'Values of a property' : `Values of ${counted(assets, 'asset')}`;
}

function UndoDeletion({ deletion: { urn } }: { readonly deletion: Deletion }): ReactNode {
  const name = shortName(urn);
  return (
    <UndoButton
      label={`Undo the deletion of ${name}`}
      about={urn}
      undo={() => undoDeletion(urn)}
      undoneText={() => `${name} restored`}
      renderFailure={(error) => <ErrorNotice error={error} />}
    />
  );
}
