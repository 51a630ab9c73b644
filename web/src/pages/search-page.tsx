import { useEffect, useState, type ReactNode } from 'react';
import { useEntityNames } from '../api/entity-names.ts';
import { Button } from '../components/controls/button.tsx';
import { Page } from '../components/layout/layout.tsx';
import { BulkEditDialog } from '../features/bulk-edit/bulk-edit-dialog.tsx';
import type { BulkEditSelection } from '../shared/search/bulk-edit-selection.ts';
import { EditSelectedButton } from '../features/bulk-edit/edit-selected-button.tsx';
import { ExportDialog } from '../features/bulk-edit/export-dialog.tsx';
import { criteriaOf } from '../shared/search/filters.ts';
import { SEARCH_ADDRESS } from '../shared/search/search-address.ts';
import { SearchScreen } from '../features/search/search-screen.tsx';
import { useFields } from '../features/search/use-fields.ts';
import { useViews } from '../features/search/views.ts';
import { useUrlState } from '../urls/search-state.ts';

/** Search: the start page. */
export function SearchPage(): ReactNode {
  const [state, setState] = useUrlState(SEARCH_ADDRESS);
  const { data: views, error } = useViews();
  const criteria = criteriaOf(state.filters);
  const fields = useFields(state.facets, [
    ...criteria.map(({ field }) => field),
    ...(state.sort ? [state.sort.field] : []),
  ]);
  // Dialogs keep their assets, and stay open if an edit leaves no search results.
  const [edited, setEdited] = useState<BulkEditSelection>();
  const [exported, setExported] = useState<BulkEditSelection>();
  const nameOf = useEntityNames(criteria.flatMap(({ values }) => values));

  // Puts the default view into the address, so that a shared link shows the same results.
  const byDefault = state.view === undefined ? (views?.mine ?? views?.global) : undefined;
  useEffect(() => {
    if (byDefault !== undefined) setState({ ...state, view: byDefault }, { replace: true });
  }, [byDefault, setState, state]);
  return (
    <Page title="Search">
      <SearchScreen
        state={state}
        isReady={
          byDefault === undefined && (state.view !== undefined || views !== undefined || error !== null)
        }
        fields={fields}
        views={views}
        viewsError={error}
        wording={{ fieldOf: fields.of, nameOf }}
        actions={(assets) => (
          <>
            <EditSelectedButton
              assets={assets}
              onPress={() => {
                setEdited(assets);
              }}
            />
            <Button
              onPress={() => {
                setExported(assets);
              }}
            >
              Export CSV
            </Button>
          </>
        )}
        onChange={setState}
      />
      {edited && (
        <BulkEditDialog
          selection={edited}
          onClose={() => {
            setEdited(undefined);
          }}
        />
      )}
      {exported && (
        <ExportDialog
          selection={exported}
          onClose={() => {
            setExported(undefined);
          }}
        />
      )}
    </Page>
  );
}
