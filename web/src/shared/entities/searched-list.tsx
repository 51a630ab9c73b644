import type { ReactNode } from 'react';
import { ListPager } from '../../components/controls/pager.tsx';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Table, type Column } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { ListSearch } from './list-search.tsx';

/** The search and page of a list, and how to change them. */
export interface ListProps {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
}

/** A list with a search field, pages, and what is shown instead while there is nothing. */
export function SearchedList<Item extends { readonly urn: string }>({
  name,
  state,
  onState,
  query: { data, error, refetch },
  items = [],
  columns,
  pageSize,
  action,
  none,
  noMatch = 'Try part of the name.',
}: ListProps & {
  /** What is listed: `Users`. */
  readonly name: string;
  readonly query: {
    readonly data: { readonly total: number } | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** The items of the page. */
  readonly items: readonly Item[] | undefined;
  readonly columns: readonly Column<Item>[];
  readonly pageSize: number;
  /** At the end of the bar with the search field. */
  readonly action?: ReactNode;
  /** What to do while there are no items. */
  readonly none: string;
  /** What to do if no item matches. */
  readonly noMatch?: string;
}): ReactNode {
  const names = name.toLowerCase();
  return (
    <Stack>
      <Toolbar end={action}>
        <ListSearch
          label={`Search ${names}`}
          q={state.q}
          found={data?.total}
          onSearch={(q) => onState({ ...state, q, start: 0 }, { replace: true })}
        />
      </Toolbar>
      {error !== null && <LoadProblem error={error} what={`list ${names}`} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title={state.q === '' ? `No ${names} yet` : `No ${names} match`}>
          <p>{state.q === '' ? none : noMatch}</p>
        </EmptyState>
      )}
      {items.length > 0 && <Table label={name} items={items} keyOf={({ urn }) => urn} columns={columns} />}
      <ListPager
        label={`Pages of ${names}`}
        start={state.start}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onStart={(start) => onState({ ...state, start })}
      />
    </Stack>
  );
}
