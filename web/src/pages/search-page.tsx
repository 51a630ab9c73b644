import { useEffect, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useEntityNames } from '../api/names/entity-names.ts';
import { Page } from '../components/layout/layout.tsx';
import { criteriaOf } from '../shared/search/filters.ts';
import { fromDataHub } from '../shared/search/datahub-address.ts';
import { SEARCH_ADDRESS } from '../shared/search/search-address.ts';
import { SearchScreen } from '../features/search/search-screen.tsx';
import { useFields } from '../features/search/filters/use-fields.ts';
import { useViews } from '../features/search/views/views.ts';
import { useUrlState } from '../urls/search-state.ts';
import { useAssetActions } from './assets/use-asset-actions.tsx';

/** Search, with facets and results. */
export function SearchPage(): ReactNode {
  const [state, setState] = useUrlState(SEARCH_ADDRESS);
  const { data: views, error } = useViews();
  const criteria = criteriaOf(state.filters);
  const fields = useFields(state.facets, [
    ...criteria.map(({ field }) => field),
    ...(state.sort ? [state.sort.field] : []),
  ]);
  const { actions, dialogs } = useAssetActions();
  const nameOf = useEntityNames(criteria.flatMap(({ values }) => values));

  const dataHub = fromDataHub(new URLSearchParams(useSearch()))?.toString();
  const [path, navigate] = useLocation();
  useEffect(() => {
    if (dataHub !== undefined) navigate(dataHub === '' ? path : `${path}?${dataHub}`, { replace: true });
  }, [dataHub, navigate, path]);

  // Puts the default view into the address, so that a shared link shows the same results.
  const byDefault =
    dataHub === undefined && state.view === undefined ? (views?.mine ?? views?.global) : undefined;
  useEffect(() => {
    if (byDefault !== undefined) setState({ ...state, view: byDefault }, { replace: true });
  }, [byDefault, setState, state]);
  return (
    <Page title="Search">
      <SearchScreen
        state={state}
        isReady={
          dataHub === undefined &&
          byDefault === undefined &&
          (state.view !== undefined || views !== undefined || error !== null)
        }
        fields={fields}
        views={views}
        viewsError={error}
        wording={{ fieldOf: fields.of, nameOf }}
        actions={actions}
        onChange={setState}
      />
      {dialogs}
    </Page>
  );
}
