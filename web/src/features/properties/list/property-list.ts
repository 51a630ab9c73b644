import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql, readFragment, type FragmentOf, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { inDisplayOrder } from '../../../shared/values/display/in-display-order.ts';
import { GROUPINGS, type Grouping } from './groupings.ts';
import type { UrlCodec } from '../../../urls/search-state.ts';

/** Definitions per page of the list. */
export const PAGE_SIZE = 50;

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
  /** Whether the rows of a group are together. */
  readonly isGrouped: boolean;
}

/** A page of the definitions whose name, display name or description contains the text. */
export function usePropertyList(state: ListState): UseQueryResult<PropertyPage> {
  return useQuery({
    queryKey: ['properties', { ...state, by: undefined }],
    meta: { shows: { types: ['structuredProperty'] } },
    queryFn: async ({ signal }) => {
      const order = SORTS.find(({ value }) => value === state.sort) ?? SORTS[0];
      const input = {
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
      const { searchAcrossEntities: found } = await query(PROPERTIES, { input }, signal);
      const rows = found?.searchResults.flatMap(({ entity }) => rowOf(entity) ?? []) ?? [];
      const total = found?.total ?? 0;
      // The server sorts by name. It cannot sort by group, so several pages are not arranged.
      const isGrouped = state.sort === 'displayName' && total <= PAGE_SIZE;
      return { total, rows: isGrouped ? arranged(rows) : rows, isGrouped };
    },
    placeholderData: keepPreviousData,
  });
}

function arranged(rows: readonly PropertyRow[]): readonly PropertyRow[] {
  const items = rows.map((row) => ({
    row,
    group: row.display?.group ?? undefined,
    order: row.display?.order ?? undefined,
  }));
  return inDisplayOrder(items).map(({ row }) => row);
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
