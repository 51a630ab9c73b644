import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { platformOf } from '../../urls/urn.ts';
import type { BrowseKind, EntityTypeName } from '../../shared/search/kinds.ts';
import { markdownText } from '../../shared/search/markdown-text.ts';

const BRANCH = graphql(
  `
    query browseBranch($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
            ... on HasDetails {
              properties {
                description
              }
            }
            ... on Container {
              subTypes {
                typeNames
              }
              platform {
                urn
                properties {
                  displayName
                }
              }
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

const COUNTS = graphql(`
  query browseCounts($input: AggregateAcrossEntitiesInput!) {
    aggregateAcrossEntities(input: $input) {
      facets {
        field
        aggregations {
          value
          count
        }
      }
    }
  }
`);

type SearchInput = VariablesOf<typeof BRANCH>['input'];

/** An entity in a list or tree. */
export interface BrowseItem {
  readonly urn: string;
  readonly name: string;
  /** One line about it; '' for none. */
  readonly about: string;
}

/** Entities of one level, ordered by name. */
export interface Branch {
  readonly items: readonly BrowseItem[];
  readonly total: number;
}

/** Maximum facet values that are counted; further counts are unknown. */
const MAX_VALUES = 1_000;

/** Determines which entities are listed. */
export type BrowseSearch = Pick<BrowseKind, 'types'>;

/** Reads the children of an entity, or the top level; with a text, all matches at any depth. Throws {@link ApiError}. */
export async function readBranch(
  { types, parentField }: Pick<BrowseKind, 'types' | 'parentField'>,
  parent: string | undefined,
  text: string,
  count: number,
  signal: AbortSignal,
): Promise<Branch> {
  const isLevel = parentField !== undefined && text === '';
  const field = parentField ?? '';
  const level =
    parent === undefined
      ? { field, condition: 'EXISTS' as const, negated: true }
      : { field, values: [parent] };
  const input: SearchInput = {
    types: [...types],
    query: text === '' ? '*' : text,
    count,
    ...(isLevel && { orFilters: [{ and: [level] }] }),
    ...(text === '' && { sortInput: { sortCriteria: [{ field: '_entityName', sortOrder: 'ASCENDING' }] } }),
    searchFlags: { skipAggregates: true, skipHighlighting: true },
  };
  const { searchAcrossEntities: found } = await query(BRANCH, { input }, signal);
  const items = (found?.searchResults ?? []).map(({ entity }) => ({
    urn: entity.urn,
    name: nameOf(entity),
    about: aboutOf(entity),
  }));
  return { items, total: found?.total ?? 0 };
}

type Found = NonNullable<ResultOf<typeof BRANCH>['searchAcrossEntities']>['searchResults'][number]['entity'];

function aboutOf(entity: Found): string {
  if ('subTypes' in entity) {
    const { properties, urn } = entity.platform;
    const platform = properties?.displayName ?? platformOf(urn);
    return [entity.subTypes?.typeNames?.[0], platform].filter(Boolean).join(' · ');
  }
  return markdownText(('properties' in entity && entity.properties?.description) || '');
}

/** Counts by urn; `get` returns undefined for an unknown count. */
export interface Counts {
  readonly get: (urn: string) => number | undefined;
}

/** Counts entities of these types by the values of a field; without types, all searchable entities. */
export async function readCounts(
  field: string,
  types: readonly EntityTypeName[],
  signal: AbortSignal,
): Promise<Counts> {
  const { aggregateAcrossEntities } = await query(
    COUNTS,
    { input: { types: [...types], query: '*', facets: [field], searchFlags: { maxAggValues: MAX_VALUES } } },
    signal,
  );
  const values = aggregateAcrossEntities?.facets?.find((facet) => facet.field === field)?.aggregations ?? [];
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  return { get: (urn) => counts.get(urn) ?? (values.length < MAX_VALUES ? 0 : undefined) };
}
