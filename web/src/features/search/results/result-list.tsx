import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRetry } from '../../../api/use-retry.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Toolbar } from '../../../components/controls/toolbar.tsx';
import { Pager } from '../../../components/controls/pager.tsx';
import { Results } from '../../../components/lists/result.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { entityTypeOf } from '../../../urls/urn.ts';
import type { BulkEditSelection } from '../../../shared/search/bulk-edit-selection.ts';
import type { Wording } from '../filters/describe-criterion.ts';
import { DidYouMean } from './did-you-mean.tsx';
import { EmptyCatalog } from './empty-catalog.tsx';
import { NO_FILTERS, criteriaOf } from '../../../shared/search/filters.ts';
import { wordsOf } from '../../../shared/search/highlight.ts';
import { NoResults } from './no-results.tsx';
import { ResultCard } from './result-card.tsx';
import { searchAddress, type SearchState } from '../../../shared/search/search-address.ts';
import { PAGE_SIZE, useSearchResults, type FoundPage } from './search-results.ts';
import { SelectionBar } from './selection-bar.tsx';
import { selectedAssets, useSelection, withSelected } from './selection.ts';
import { useNewerResults } from './use-newer-results.ts';
import { numberText } from '../../../components/number-text.ts';
import type { SavedView } from '../views/views.ts';

/** Paged results of a search, with the server's warnings and an empty state. */
export function ResultList({
  state,
  isReady,
  view,
  wording,
  actions,
  onChange,
}: {
  readonly state: SearchState;
  readonly isReady: boolean;
  readonly view: SavedView | undefined;
  /** Actions on selected results. */
  readonly actions: (assets: BulkEditSelection) => ReactNode;
  readonly wording: Wording;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const retry = useRetry();
  const shown = useSearchResults(state, isReady);
  const { data, error, isPlaceholderData } = shown;
  const showNewer = useNewerResults(state, shown);
  const [kept, setSelection] = useSelection(state);
  const viewFilters = (state.view ?? '') === '' ? NO_FILTERS : view?.filters;
  const selection = viewFilters === undefined ? { ...kept, isAll: false } : kept;
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (data === undefined) return <Skeleton lines={24} label="Loading results" />;
  const { total, results, suggestions, warnings } = data;
  const words = wordsOf(state.text);
  return (
    <Stack gap={3}>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <Toolbar isChanging end={<FoundCount total={total} onShowNewer={showNewer} />}>
        {results.length > 0 && (
          <SelectionBar
            selection={selection}
            page={results.map(({ entity }) => entity.urn)}
            total={total}
            whyNotAll={
              viewFilters === undefined
                ? 'This view cannot be used to select all results. Select page by page, or choose another view.'
                : undefined
            }
            onChange={setSelection}
            actions={actions(selectedAssets(selection, state, viewFilters, total))}
          />
        )}
      </Toolbar>
      {!isPlaceholderData && <DidYouMean state={state} suggestions={suggestions} />}
      {results.length > 0 && (
        <Results label="Results" isStale={isPlaceholderData}>
          {results.map((result) => {
            const { urn } = result.entity;
            return (
              <ResultCard
                key={urn}
                result={result}
                words={words}
                isSelected={selection.isAll || selection.urns.has(urn)}
                onSelect={(isSelected) => setSelection(withSelected(selection, [urn], isSelected))}
              />
            );
          })}
        </Results>
      )}
      {!isPlaceholderData && <Nothing state={state} found={data} wording={wording} onChange={onChange} />}
      <Pages state={state} total={total} />
    </Stack>
  );
}

function FoundCount({
  total,
  onShowNewer,
}: {
  readonly total: number;
  /** Shows newer results; undefined if there are none. */
  readonly onShowNewer: (() => void) | undefined;
}): ReactNode {
  return (
    <>
      <p role="status">{onShowNewer ? 'Results have changed.' : `${numberText(total)} found`}</p>
      {onShowNewer && (
        <Button look="quiet" onPress={onShowNewer}>
          Show new results
        </Button>
      )}
    </>
  );
}

/** Why nothing is found, and what to do; nothing if assets are. */
function Nothing({
  state,
  found: { results, total },
  wording,
  onChange,
}: {
  readonly state: SearchState;
  readonly found: FoundPage;
  readonly wording: Wording;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const isEverything =
    state.text === '' && criteriaOf(state.filters).length === 0 && (state.view ?? '') === '';
  if (!isEverything) return total === 0 && <NoResults state={state} wording={wording} onChange={onChange} />;
  if (state.within !== undefined) return total === 0 && <EmptyState title="No assets yet" />;
  // A new catalog has only its first user: people and groups do not count as assets.
  const isEmpty = results.length === total && results.every(({ entity }) => isPerson(entity.urn));
  return isEmpty && <EmptyCatalog />;
}

function isPerson(urn: string): boolean {
  return ['corpuser', 'corpGroup'].includes(entityTypeOf(urn));
}

function Pages({ state, total }: { readonly state: SearchState; readonly total: number }): ReactNode {
  const pages = Math.ceil(total / PAGE_SIZE);
  const address = (page: number): string => searchAddress({ ...state, page });
  if (total > 0 && state.page > pages) {
    return (
      <p>
        The results end at page {numberText(pages)}. <Link href={address(1)}>Go to the first page</Link>
      </p>
    );
  }
  return pages > 1 && <Pager page={state.page} pages={pages} pathOf={address} />;
}
