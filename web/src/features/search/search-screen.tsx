import { useState, type ReactNode } from 'react';
import { useRetry } from '../../api/use-retry.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Sidebar, Stack } from '../../components/layout/layout.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { useIsNarrow } from '../../components/layout/use-is-narrow.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import type { BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';
import type { Wording } from './filters/describe-criterion.ts';
import { Facets } from './facets/facets.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterEditor } from './filters/filter-editor.tsx';
import { criteriaOf, type Filters } from '../../shared/search/filters.ts';
import { QuickFilters } from './filters/quick-filters.tsx';
import { ResultList } from './results/result-list.tsx';
import { useSearchResults } from './results/search-results.ts';
import type { SearchState } from '../../shared/search/search-address.ts';
import { SortControl } from './results/sort-control.tsx';
import type { Fields } from './filters/use-fields.ts';
import { UnreadFilters } from './filters/unread-filters.tsx';
import { ViewControl } from './views/view-control.tsx';
import type { Views } from './views/views.ts';

/** Facets, filters and results of a search. */
export function SearchScreen({
  state,
  isReady,
  fields,
  views,
  viewsError,
  wording,
  actions,
  onChange,
}: {
  readonly state: SearchState;
  /** Whether the address is complete, that is, the default view is loaded. */
  readonly isReady: boolean;
  readonly fields: Fields;
  readonly views: Views | undefined;
  readonly viewsError: Error | null;
  readonly wording: Wording;
  /** Actions on selected results. */
  readonly actions: (assets: BulkEditSelection) => ReactNode;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [areFacetsOpen, setFacetsOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const retry = useRetry();
  const { error } = useSearchResults(state, isReady);
  const setFilters = (filters: Filters): void => {
    onChange({ ...state, filters, page: 1 });
  };
  const facets = isReady ? (
    <Facets
      state={state}
      fields={fields}
      isErrorReported={(error ?? viewsError) !== null}
      onChange={onChange}
    />
  ) : null;
  const chosen = criteriaOf(state.filters).length;
  const main = (
    <Stack gap={3}>
      <Row spread>
        {isNarrow && (
          <Button
            onPress={() => {
              setFacetsOpen(true);
            }}
          >
            Filters{chosen > 0 && ` (${chosen})`}
          </Button>
        )}
        <Button
          onPress={() => {
            setEditing(true);
          }}
        >
          Edit filters
        </Button>
        {views && <ViewControl state={state} views={views} wording={wording} onChange={onChange} />}
        <SortControl
          sort={state.sort}
          fields={fields}
          onChange={(sort) => {
            onChange({ ...state, sort, page: 1 });
          }}
        />
      </Row>
      <QuickFilters filters={state.filters} onChange={setFilters} />
      <UnreadFilters
        filters={state.unread ?? []}
        onRemove={(removed) => {
          const unread = state.unread?.filter((part) => part !== removed) ?? [];
          onChange({ ...state, unread });
        }}
      />
      <FilterChips filters={state.filters} wording={wording} onChange={setFilters} />
      <ResultList
        state={state}
        isReady={isReady}
        view={views?.views.find(({ urn }) => urn === state.view)}
        wording={wording}
        actions={actions}
        onChange={onChange}
      />
    </Stack>
  );
  return (
    <>
      {viewsError && !error && <ErrorNotice error={viewsError} onRetry={retry} />}
      {isNarrow ? (
        main
      ) : (
        <Sidebar
          side={
            <section aria-label="Filters">
              <SkipLink to='[aria-label="Results"] a' isHere>
                Skip to results
              </SkipLink>
              {facets}
            </section>
          }
        >
          {main}
        </Sidebar>
      )}
      {isNarrow && (
        <Dialog
          title="Filters"
          isOpen={areFacetsOpen}
          onClose={() => {
            setFacetsOpen(false);
          }}
          actions={
            <Button
              look="primary"
              onPress={() => {
                setFacetsOpen(false);
              }}
            >
              Show results
            </Button>
          }
        >
          {facets}
        </Dialog>
      )}
      {isEditing && (
        <FilterEditor
          filters={state.filters}
          wording={wording}
          onApply={(filters) => {
            setEditing(false);
            setFilters(filters);
          }}
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
    </>
  );
}
