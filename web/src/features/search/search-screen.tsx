import { useId, type ReactNode } from 'react';
import { useRetry } from '../../api/use-retry.ts';
import { Button } from '../../components/controls/button.tsx';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Sidebar, Stack } from '../../components/layout/layout.tsx';
import { SkipLink } from '../../components/layout/skip-link.tsx';
import { useIsNarrow } from '../../components/layout/use-is-narrow.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import type { BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';
import type { Wording } from './filters/describe-criterion.ts';
import { Facets } from './facets/facets.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
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

const FilterEditor = loadedLater(async () => (await import('./filters/filter-editor.tsx')).FilterEditor);

interface SearchProps {
  readonly state: SearchState;
  /** Whether the address is complete, that is, the default view is loaded. */
  readonly isReady: boolean;
  readonly fields: Fields;
  readonly views: Views | undefined;
  readonly wording: Wording;
  readonly onChange: (state: SearchState) => void;
}

/** Facets, filters and results of a search. */
export function SearchScreen({
  viewsError,
  actions,
  ...search
}: SearchProps & {
  readonly viewsError: Error | null;
  /** Actions on selected results. */
  readonly actions: (assets: BulkEditSelection) => ReactNode;
}): ReactNode {
  const { state, isReady, fields, views, wording, onChange } = search;
  const isNarrow = useIsNarrow();
  const retry = useRetry();
  const { error } = useSearchResults(state, isReady);
  const facets = isReady && (
    <Facets
      state={state}
      fields={fields}
      isErrorReported={(error ?? viewsError) !== null}
      onChange={onChange}
    />
  );
  const quick = (
    <QuickFilters filters={state.filters} onChange={(filters) => onChange({ ...state, filters, page: 1 })} />
  );
  const main = (
    <Stack gap={3}>
      <Toolbar
        end={
          <SortControl
            sort={state.sort}
            fields={fields}
            onChange={(sort) => onChange({ ...state, sort, page: 1 })}
          />
        }
      >
        {isNarrow && <FacetsButton chosen={criteriaOf(state.filters).length}>{facets}</FacetsButton>}
        <EditFilters {...search} />
        {!isNarrow && quick}
        {views && <ViewControl state={state} views={views} wording={wording} onChange={onChange} />}
      </Toolbar>
      {isNarrow && quick}
      <AppliedFilters {...search} />
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
      {isNarrow ? main : <Sidebar side={<FacetsSide>{facets}</FacetsSide>}>{main}</Sidebar>}
    </>
  );
}

function FacetsSide({ children }: { readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        Filters
      </h2>
      <SkipLink to=".toolbar button" isHere>
        Skip to results
      </SkipLink>
      {children}
    </section>
  );
}

/** Button and dialog for the facets on a narrow screen. */
function FacetsButton({
  chosen,
  children,
}: {
  /** Number of selected criteria. */
  readonly chosen: number;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <DialogButton
      dialog={(close) => (
        <Dialog
          title="Filters"
          isOpen
          onClose={close}
          actions={
            <Button look="primary" onPress={close}>
              Show results
            </Button>
          }
        >
          {children}
        </Dialog>
      )}
    >
      Filters{chosen > 0 && ` (${chosen})`}
    </DialogButton>
  );
}

function EditFilters({ state, wording, onChange }: SearchProps): ReactNode {
  return (
    <DialogButton
      dialog={(close) => (
        <FilterEditor
          filters={state.filters}
          wording={wording}
          onApply={(filters) => {
            close();
            onChange({ ...state, filters, page: 1 });
          }}
          onClose={close}
        />
      )}
    >
      Edit filters
    </DialogButton>
  );
}

/** The filters of the search, to be removed or changed. */
function AppliedFilters({ state, wording, onChange }: SearchProps): ReactNode {
  const setFilters = (filters: Filters): void => onChange({ ...state, filters, page: 1 });
  return (
    <>
      <UnreadFilters
        filters={state.unread ?? []}
        onRemove={(removed) => {
          const unread = state.unread?.filter((part) => part !== removed) ?? [];
          onChange({ ...state, unread });
        }}
      />
      <FilterChips filters={state.filters} wording={wording} onChange={setFilters} />
    </>
  );
}
