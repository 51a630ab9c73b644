import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { describeCriterion, type Wording } from '../filters/describe-criterion.ts';
import { NO_FILTERS } from '../../../shared/search/filters.ts';
import type { SearchState } from '../../../shared/search/search-address.ts';
import { numberText } from '../../../components/number-text.ts';
import { searchInput, withoutEach } from '../search-input.ts';

const COUNT = graphql(`
  query countWithout($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
    }
  }
`);

/** Maximum suggestions that are counted. */
const MAX_WAYS = 8;

/** Shown if nothing was found: suggests parts of the search to remove, with the number of results of each. */
export function NoResults({
  state,
  wording,
  onChange,
}: {
  readonly state: SearchState;
  readonly wording: Wording;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const everything = { ...state, text: '', filters: NO_FILTERS, view: '', page: 1 };
  // Without its only part, a search finds everything: the button does that.
  const parts = waysOut(state, wording);
  const ways = parts.length < 2 ? [] : parts.slice(0, MAX_WAYS);
  const counts = useQueries({
    queries: ways.map((way) => ({
      queryKey: ['countWithout', searchInput(way.state)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const input = { ...searchInput(way.state), count: 0, searchFlags: { skipAggregates: true } };
        return (await query(COUNT, { input }, signal)).searchAcrossEntities?.total ?? 0;
      },
    })),
  });
  const found = ways.flatMap((way, index) => {
    const count = counts[index]?.data ?? 0;
    return count > 0 ? [{ ...way, count }] : [];
  });
  const isCounted = counts.every(({ isPending }) => !isPending);
  return (
    <EmptyState
      title="No results"
      actions={
        <Button onPress={() => onChange(everything)}>
          {state.within === undefined ? 'Search everything' : 'Clear filters'}
        </Button>
      }
    >
      {found.length > 0 ? (
        <Stack gap={2}>
          <p>Remove part of the search:</p>
          {found
            .toSorted((a, b) => b.count - a.count)
            .map((way) => (
              <Button key={way.label} onPress={() => onChange(way.state)}>
                Without {way.label}: {numberText(way.count)}
              </Button>
            ))}
        </Stack>
      ) : (
        isCounted && (
          <p>
            {ways.length === 0
              ? 'Check how it is written, or search everything.'
              : 'Removing one part of the search does not help. Remove several, or search everything.'}
          </p>
        )
      )}
    </EmptyState>
  );
}

function waysOut(
  state: SearchState,
  wording: Wording,
): readonly { readonly label: string; readonly state: SearchState }[] {
  const { text, filters, view } = state;
  return [
    ...(text === '' ? [] : [{ label: `“${text}”`, state: { ...state, text: '', page: 1 } }]),
    ...(view === undefined || view === ''
      ? []
      : [{ label: 'the view', state: { ...state, view: '', page: 1 } }]),
    ...withoutEach(filters).flatMap(({ index, filters: left }) => {
      const criterion = filters.base[index];
      return criterion
        ? [
            {
              label: `“${describeCriterion(criterion, wording)}”`,
              state: { ...state, filters: left, page: 1 },
            },
          ]
        : [];
    }),
    ...(filters.groups.length === 0
      ? []
      : [{ label: 'the groups', state: { ...state, filters: { ...filters, groups: [] }, page: 1 } }]),
  ];
}
