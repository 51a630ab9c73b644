import { invalidRequest } from '../../errors.ts';
import type { Criterion, Filter } from '../../model/filter.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { MAX_FACET_SIZE } from '../../query/facets/count-facets.ts';
import { DEFAULT_ASSETS_FLAGS, type MetadataQuery } from '../../query/metadata-query.ts';
import { equalTo } from '../search/find-entities.ts';
import type { Reach } from './property-reach.ts';
import { because } from '../../refusals.ts';

/** Numbers of assets by value of the field, with and without any value. */
export interface Counts {
  readonly values: ReadonlyMap<string, number>;
  readonly having: number;
  readonly without: number;
}

/** Counts of no assets. */
export const NOTHING: Counts = { values: new Map(), having: 0, without: 0 };

/** Number of all counted assets. */
export function totalOf({ having, without }: Counts): number {
  return having + without;
}

/** Number of assets with a value of the field; without any, if `value` is undefined. */
export function countOf({ values, without }: Counts, value: string | undefined): number {
  return value === undefined ? without : (values.get(value) ?? 0);
}

/** What is counted: the assets that match a filter, by the values of a field. */
export interface GroupedSearch {
  readonly query: MetadataQuery;
  readonly scope: Scope;
  readonly by: string;
  readonly filter: Filter;
}

/** Counts of the assets that match a filter, by the values of a field. Equal questions are asked once. */
export class Counting {
  readonly #asked = new Map<string, Promise<Counts>>();
  readonly #search: GroupedSearch;

  constructor(search: GroupedSearch) {
    this.#search = search;
  }

  /** The assets in reach; with `property`, only those that have a value of it. */
  of({ types, platforms }: Reach, property?: string): Promise<Counts> {
    if (types.length === 0) return Promise.resolve(NOTHING);
    const key = JSON.stringify([types, platforms, property]);
    const counts = this.#asked.get(key) ?? this.#count(types, platforms, property);
    this.#asked.set(key, counts);
    return counts;
  }

  async #count(
    entityTypes: readonly string[],
    platforms: readonly string[],
    property: string | undefined,
  ): Promise<Counts> {
    const { query, scope, by, filter } = this.#search;
    const conditions: Criterion[] = [];
    if (platforms.length > 0) conditions.push(equalTo('platform', ...platforms));
    if (property !== undefined) {
      const field = STRUCTURED_PROPERTY.fieldPrefix + property;
      conditions.push({ field, operator: 'EXISTS', values: [], negated: false });
    }
    const alternatives = filter.length === 0 ? [[]] : filter;
    const input = {
      entityTypes,
      query: '*',
      filter: alternatives.map((criteria) => [...criteria, ...conditions]),
      // So that the counts equal those of a search.
      flags: DEFAULT_ASSETS_FLAGS,
    };
    const request = { field: by, ranges: [], quantiles: [], values: MAX_FACET_SIZE };
    const [summary] = await query.summarize(input, [request], scope);
    if (summary === undefined)
      throw invalidRequest(
        `Unknown field '${by}'. Name a search field.`,
        'by',
        because('FIELD_UNKNOWN', { name: by }),
      );
    const { present, missing, values } = summary;
    return {
      values: new Map(values.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : []))),
      having: present,
      without: missing,
    };
  }
}
