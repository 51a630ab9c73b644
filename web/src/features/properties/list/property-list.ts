import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql, readFragment, type FragmentOf, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { inDisplayOrder } from '../../../shared/values/display/in-display-order.ts';
import { GROUPINGS, type Grouping } from './groupings.ts';
import type { UrlCodec } from '../../../urls/search-state.ts';

/** Definitions per page of the list. */
export const PAGE_SIZE = 50;

/** Maximum definitions that are arranged by groups; more are sorted by name. */
const MOST_ARRANGED = 1_000;

export const PROPERTY_ROW = graphql(`
  fragment PropertyRow on StructuredPropertyEntity {
    urn
    definition {
      qualifiedName
      displayName
      description
      cardinality
      immutable
      valueType {
        urn
      }
      entityTypes {
        urn
        info {
          type
        }
      }
      allowedPlatforms {
        urn
      }
      allowedValuesTotal
    }
    display {
      group
      order
    }
    settings {
      isHidden
      showInSearchFilters
      showInAssetSummary
      hideInAssetSummaryWhenEmpty
      showAsAssetBadge
      showInColumnsTable
    }
  }
`);

const PROPERTIES = graphql(
  `
    query properties($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...PropertyRow
          }
        }
      }
    }
  `,
  [PROPERTY_ROW],
);

const PLACES = graphql(`
  query placesOfProperties($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      searchResults {
        entity {
          urn
          ... on StructuredPropertyEntity {
            display {
              group
              order
            }
          }
        }
      }
    }
  }
`);

const ROWS = graphql(
  `
    query propertyRows($urns: [String!]!) {
      entities(urns: $urns) {
        urn
        ...PropertyRow
      }
    }
  `,
  [PROPERTY_ROW],
);

/** A definition in the list. */
export type PropertyRow = ResultOf<typeof PROPERTY_ROW>;

/** State of the list. */
export interface ListState {
  readonly tab: 'active' | 'deleted';
  readonly text: string;
  /** Sort field. */
  readonly sort: (typeof SORTS)[number]['value'];
  /** From 1. */
  readonly page: number;
  /** Field by which coverage is compared. */
  readonly by: Grouping;
}

/** Sort orders of the list. */
export const SORTS = [
  { value: 'displayName', label: 'Group and name', order: 'ASCENDING' },
  { value: 'qualifiedName', label: 'Name', order: 'ASCENDING' },
  { value: 'lastModified', label: 'Last changed', order: 'DESCENDING' },
  { value: 'createdTime', label: 'Newest', order: 'DESCENDING' },
] as const;

/** State of the list in the address. */
export const LIST_CODEC: UrlCodec<ListState> = {
  parse: (parameters) => ({
    tab: parameters.get('tab') === 'deleted' ? 'deleted' : 'active',
    text: parameters.get('q') ?? '',
    sort: SORTS.find(({ value }) => value === parameters.get('sort'))?.value ?? 'displayName',
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
    by: GROUPINGS.find(({ value }) => value === parameters.get('by'))?.value ?? 'domains',
  }),
  format: ({ tab, text, sort, page, by }) =>
    new URLSearchParams({
      ...(tab !== 'active' && { tab }),
      ...(text !== '' && { q: text }),
      ...(sort !== 'displayName' && { sort }),
      ...(page > 1 && { page: String(page) }),
      ...(by !== 'domains' && { by }),
    }),
};

/** A page of definitions, and the total number. */
export interface PropertyPage {
  readonly total: number;
  readonly rows: readonly PropertyRow[];
  /** Whether there are groups, and the rows of each are together, over all pages. */
  readonly isGrouped: boolean;
}

/** A page of the definitions whose name, display name or description contains the text. */
export function usePropertyList(state: ListState): UseQueryResult<PropertyPage> {
  return useQuery({
    queryKey: ['properties', { ...state, by: undefined }],
    meta: { shows: { types: ['structuredProperty'] } },
    queryFn: async ({ signal }) => {
      const input = inputOf(state);
      const arranges = state.sort === 'displayName';
      const [{ searchAcrossEntities: found }, places] = await Promise.all([
        query(PROPERTIES, { input }, signal),
        arranges ? query(PLACES, { input: { ...input, start: 0, count: MOST_ARRANGED } }, signal) : undefined,
      ]);
      const rows = found?.searchResults.flatMap(({ entity }) => rowOf(entity) ?? []) ?? [];
      const total = found?.total ?? 0;
      if (places === undefined || total > MOST_ARRANGED) return { total, rows, isGrouped: false };
      const all: readonly Place[] =
        places.searchAcrossEntities?.searchResults.map(({ entity }) => entity) ?? [];
      const urns = arranged(all).slice(input.start, input.start + PAGE_SIZE);
      const isGrouped = all.some(({ display }) => Boolean(display?.group));
      return { total, rows: await rowsOf(urns, rows, signal), isGrouped };
    },
    placeholderData: keepPreviousData,
  });
}

function inputOf(state: ListState) {
  const order = SORTS.find(({ value }) => value === state.sort) ?? SORTS[0];
  return {
    types: ['STRUCTURED_PROPERTY' as const],
    query: '*',
    start: (state.page - 1) * PAGE_SIZE,
    count: PAGE_SIZE,
    orFilters: filtersOf(state),
    sortInput: { sortCriteria: [{ field: order.value, sortOrder: order.order }] },
    searchFlags: {
      skipAggregates: true,
      skipHighlighting: true,
      includeSoftDeleted: state.tab === 'deleted',
    },
  };
}

interface Place {
  readonly urn: string;
  readonly display?: { readonly group: string | null; readonly order: number | null } | null;
}

/** Urns in the order of groups. The server cannot sort by group; the places are sorted by name. */
function arranged(places: readonly Place[]): readonly string[] {
  const items = places.map(({ display, urn }) => ({
    urn,
    group: display?.group ?? undefined,
    order: display?.order ?? undefined,
  }));
  return inDisplayOrder(items).map(({ urn }) => urn);
}

/** The rows of these definitions, of which some may be known. */
async function rowsOf(
  urns: readonly string[],
  known: readonly PropertyRow[],
  signal: AbortSignal,
): Promise<readonly PropertyRow[]> {
  const rows = new Map(known.map((row) => [row.urn, row]));
  const missing = urns.filter((urn) => !rows.has(urn));
  if (missing.length > 0) {
    const { entities } = await query(ROWS, { urns: missing }, signal);
    for (const row of (entities ?? []).flatMap((entity) => (entity && rowOf(entity)) ?? []))
      rows.set(row.urn, row);
  }
  return urns.flatMap((urn) => rows.get(urn) ?? []);
}

function rowOf(entity: object): PropertyRow | undefined {
  if (!isRow(entity)) return undefined;
  return readFragment(PROPERTY_ROW, entity);
}

/** Whether an entity matches the fragment; the search returns only structured properties. */
function isRow(entity: object): entity is FragmentOf<typeof PROPERTY_ROW> {
  return 'definition' in entity;
}

function filtersOf({ tab, text }: ListState) {
  const removed = tab === 'deleted' ? [{ field: 'removed', values: ['true'] }] : [];
  const typed = text.trim();
  if (typed === '') return [{ and: removed }];
  return ['qualifiedName', 'displayName', 'description'].map((field) => ({
    and: [...removed, { field, condition: 'CONTAIN' as const, values: [typed] }],
  }));
}
