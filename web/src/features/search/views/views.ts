import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { sortedByName } from '../../../api/names/sorted-by-name.ts';
import { query } from '../../../api/query.ts';
import { useChange } from '../../../api/use-change.ts';
import { filterInput, type Filters } from '../../../shared/search/filters.ts';
import { filtersOfView, storedCriterion, type ViewFilter } from './view-definition.ts';

const VIEW = graphql(`
  fragment SavedView on DataHubView @_unmask {
    urn
    name
    description
    viewType
    definition {
      entityTypes
      filter {
        operator
        filters {
          field
          condition
          values
          negated
        }
      }
    }
  }
`);

const VIEWS = graphql(
  `
    query views {
      listMyViews(input: { count: 1000 }) {
        views {
          ...SavedView
        }
      }
      listGlobalViews(input: { count: 1000 }) {
        views {
          ...SavedView
        }
      }
      globalViewsSettings {
        defaultView
      }
      me {
        corpUser {
          settings {
            views {
              defaultView {
                urn
              }
            }
          }
        }
        platformPrivileges {
          manageGlobalViews
        }
      }
    }
  `,
  [VIEW],
);

const CREATE = graphql(`
  mutation createView($input: CreateViewInput!) {
    createView(input: $input) {
      urn
    }
  }
`);
const UPDATE = graphql(`
  mutation updateView($urn: String!, $input: UpdateViewInput!) {
    updateView(urn: $urn, input: $input) {
      urn
    }
  }
`);
const DELETE = graphql(`
  mutation deleteView($urn: String!) {
    deleteView(urn: $urn)
  }
`);
const SET_MINE = graphql(`
  mutation setDefaultView($urn: String) {
    updateCorpUserViewsSettings(input: { defaultView: $urn })
  }
`);
const SET_GLOBAL = graphql(`
  mutation setGlobalDefaultView($urn: String) {
    updateGlobalViewsSettings(input: { defaultView: $urn })
  }
`);

type StoredView = ResultOf<typeof VIEW>;

/** A saved view. */
export interface SavedView {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly isGlobal: boolean;
  /** Whether the person may change and delete it. */
  readonly isEditable: boolean;
  /** Its filters; undefined if the page cannot show them. */
  readonly filters: Filters | undefined;
}

/** Saved views and the defaults. */
export interface Views {
  readonly views: readonly SavedView[];
  readonly mayManageGlobal: boolean;
  /** Urn of the person's own default view. */
  readonly mine: string | undefined;
  /** Urn of the default view of all users. */
  readonly global: string | undefined;
}

/** The views that the person can select; undefined until loaded. */
export function useViews(): { readonly data: Views | undefined; readonly error: Error | null } {
  return useQuery(VIEWS_QUERY);
}

/** Query options for the views. */
export const VIEWS_QUERY = queryOptions({
  queryKey: ['views'],
  meta: { shows: { types: ['dataHubView'] } },
  queryFn: async ({ signal }): Promise<Views> => {
    const { listMyViews, listGlobalViews, globalViewsSettings, me } = await query(VIEWS, {}, signal);
    const mayManageGlobal = me?.platformPrivileges.manageGlobalViews === true;
    const all = [...(listMyViews?.views ?? []), ...(listGlobalViews?.views ?? [])];
    const byUrn = new Map(all.map((view) => [view.urn, readView(view, mayManageGlobal)]));
    return {
      views: sortedByName([...byUrn.values()]),
      mayManageGlobal,
      // A default view may have been deleted.
      mine: byUrn.get(me?.corpUser.settings?.views?.defaultView?.urn ?? '')?.urn,
      global: byUrn.get(globalViewsSettings?.defaultView ?? '')?.urn,
    };
  },
  staleTime: 30_000,
});

/** A view to save. */
export interface ViewDraft {
  /** The view to replace; undefined for a new one. */
  readonly urn: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly isGlobal: boolean;
  readonly filter: ViewFilter;
}

/** Queries that show views or their results. */
const SHOWN = ['views', 'search', 'facets', 'range', 'countWithout'];

/** Saves a view; the result is its urn. */
export function useSaveView(): UseMutationResult<string, Error, ViewDraft> {
  return useChange(SHOWN, async ({ urn, name, description, isGlobal, filter }: ViewDraft) => {
    const filters = filter.filters.map(filterInput);
    const definition = { entityTypes: [], filter: { operator: filter.operator, filters } };
    if (urn !== undefined) {
      await query(UPDATE, { urn, input: { name, description, definition } });
      return urn;
    }
    const viewType = isGlobal ? ('GLOBAL' as const) : ('PERSONAL' as const);
    const { createView } = await query(CREATE, { input: { viewType, name, description, definition } });
    return createView?.urn ?? '';
  });
}

/** Changes the name and the description of a view. */
export function useRenameView(): UseMutationResult<
  unknown,
  Error,
  { readonly urn: string; readonly name: string; readonly description: string }
> {
  return useChange(['views'], ({ urn, ...input }: { urn: string; name: string; description: string }) =>
    query(UPDATE, { urn, input }),
  );
}

/** Deletes a view. `onDeleted` must deselect it; called before any refetch that would request it again. */
export function useDeleteView(onDeleted: () => void): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (urn: string) => query(DELETE, { urn }),
    onSuccess: () => {
      onDeleted();
      return client.invalidateQueries({ queryKey: ['views'] });
    },
  });
}

/** Sets the default view of the person, or of all users; undefined for none. */
export function useSetDefaultView(): UseMutationResult<
  unknown,
  Error,
  { readonly urn: string | undefined; readonly isGlobal: boolean }
> {
  return useChange(
    ['views'],
    ({ urn, isGlobal }: { readonly urn: string | undefined; readonly isGlobal: boolean }) =>
      query<unknown, { urn?: string | null }>(isGlobal ? SET_GLOBAL : SET_MINE, { urn: urn ?? null }),
  );
}

function readView(
  { urn, name, description, viewType, definition }: StoredView,
  mayManageGlobal: boolean,
): SavedView {
  const isGlobal = viewType === 'GLOBAL';
  return {
    urn,
    name,
    description: description ?? '',
    isGlobal,
    isEditable: !isGlobal || mayManageGlobal,
    filters: definition ? readFilters(definition) : undefined,
  };
}

function readFilters({ entityTypes, filter }: NonNullable<StoredView['definition']>): Filters | undefined {
  const criteria = filter.filters.map(storedCriterion);
  const known = criteria.filter((criterion) => criterion !== undefined);
  if (known.length < criteria.length) return undefined;
  const filters = filtersOfView({ operator: filter.operator, filters: known });
  if (entityTypes.length === 0) return filters;
  const types = {
    field: '_entityType',
    operator: 'EQUAL' as const,
    values: [...entityTypes],
    isNegated: false,
  };
  return { ...filters, base: [types, ...filters.base] };
}
