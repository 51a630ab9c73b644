import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Criterion, Filter } from '../../model/filter.ts';
import { entityTypeName } from '../../model/properties/entity-type-id.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY, type PropertyState } from '../../model/structured-property.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import { MAX_FACET_SIZE } from '../../query/facets/count-facets.ts';
import { DEFAULT_ASSETS_FLAGS, type MetadataQuery } from '../../query/metadata-query.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';
import { FILTER } from '../search/search-shape.ts';
import { NUMBER, TEXT, URN, described, objectOf } from '../shapes.ts';

/** Maximum number of properties per request: each costs a few counts in the index. */
const MOST_PROPERTIES = 50;

/** Maximum and default number of groups. */
const MOST_GROUPS = 100;
const DEFAULT_GROUPS = 20;

/** Numbers of assets to which a property applies, and of those with a value. */
interface Counted {
  readonly present: number;
  readonly possible: number;
}

/** Coverage in the assets with one value of the field. `value` undefined: the assets without a value of the field. */
export interface CoverageGroup extends Counted {
  readonly value: string | undefined;
}

/** Coverage of one property. */
export interface PropertyCoverage extends Counted {
  readonly property: Urn;
  /** Groups to whose assets the property applies, in the same order for all properties: the largest first. */
  readonly groups: readonly CoverageGroup[];
}

/** Coverage of properties, in total and by the values of a field. */
export const countPropertyCoverage = defineRead({
  name: 'countPropertyCoverage',
  summary: 'Counts the assets with a value of structured properties, by domain or by another field.',
  input: () =>
    objectOf({
      properties: v.nullish(
        described(
          `Urns of at most ${MOST_PROPERTIES} properties; default: those that are search filters.`,
          list(URN),
        ),
      ),
      by: v.nullish(described('Field whose values are the groups; default: domains.', TEXT), 'domains'),
      groups: v.nullish(
        described(`Maximum number of groups, at most ${MOST_GROUPS}; default: ${DEFAULT_GROUPS}.`, NUMBER),
        DEFAULT_GROUPS,
      ),
      filter: v.nullish(FILTER, []),
    }),
  limits: ({ properties, groups, filter }) => {
    if ((properties?.length ?? 0) > MOST_PROPERTIES) {
      throw invalidRequest(
        `${properties?.length} properties are too many. Request at most ${MOST_PROPERTIES}.`,
        'properties',
      );
    }
    if (!Number.isInteger(groups) || groups < 0 || groups > MOST_GROUPS) {
      throw invalidRequest(
        `'groups' must be a whole number from 0 to ${MOST_GROUPS}, not ${groups}.`,
        'groups',
      );
    }
    checkSearch({ query: '*', entityTypes: [], flags: DEFAULT_ASSETS_FLAGS, filter });
  },
  isLong: true,
  run: async ({ properties, by, groups, filter }, { query, scope, settings: { registry } }) => {
    const counting = new Counting({ query, scope, by, filter });
    const reaches = chosen(properties, query, scope).map((state) => reachOf(state, registry));
    const types = [...new Set(reaches.flatMap((reach) => reach.types))];
    const all = types.length === 0 || groups === 0 ? NOTHING : await counting.of({ types, platforms: [] });
    const largest = [...all.values].sort(([, a], [, b]) => b - a).slice(0, groups);
    const names = [...largest.map(([value]) => value), ...(all.without > 0 ? [undefined] : [])];
    const counted: PropertyCoverage[] = [];
    for (const reach of reaches) {
      const possible = await counting.of(reach);
      const present = await counting.of(reach, reach.name);
      counted.push({
        property: reach.urn,
        present: totalOf(present),
        possible: totalOf(possible),
        groups: names.flatMap((value) => {
          const group = { value, present: countOf(present, value), possible: countOf(possible, value) };
          return group.possible === 0 ? [] : [group];
        }),
      });
    }
    return counted;
  },
});

/** The properties of a request, in its order; those that do not exist or that the caller may not see are omitted. */
function chosen(
  urns: readonly Urn[] | null | undefined,
  { properties }: Pick<MetadataQuery, 'properties'>,
  scope: Scope,
): readonly PropertyState[] {
  const isShown = ({ urn, generation, removed }: PropertyState): boolean =>
    !removed && scope.seesAssignment(urn, generation);
  if (urns) {
    const named = [...new Set(urns)].flatMap((urn) => properties.get(urn) ?? []);
    return named.filter(isShown);
  }
  return [...properties.all()]
    .filter((state) => state.showInSearchFilters && isShown(state))
    .sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
    .slice(0, MOST_PROPERTIES);
}

function titleOf({ definition: { displayName, qualifiedName } }: PropertyState): string {
  return displayName ?? qualifiedName;
}

/** The assets to which a property applies. */
interface Reach {
  /** Names of entity types; empty: none. */
  readonly types: readonly string[];
  /** Urns of platforms; empty: any. */
  readonly platforms: readonly string[];
}

function reachOf(
  { urn, definition }: PropertyState,
  registry: EntityRegistry,
): Reach & { readonly urn: Urn; readonly name: string } {
  const { entityTypes, allowedPlatforms } = definition;
  const types = entityTypes.flatMap((type) => registry.findEntity(entityTypeName(type))?.name ?? []);
  return { urn, name: urnKey(urn), types: types.sort(), platforms: [...allowedPlatforms].sort() };
}

/** Numbers of assets by value of the field, with and without any value. */
interface Counts {
  readonly values: ReadonlyMap<string, number>;
  readonly having: number;
  readonly without: number;
}

const NOTHING: Counts = { values: new Map(), having: 0, without: 0 };

function totalOf({ having, without }: Counts): number {
  return having + without;
}

function countOf({ values, without }: Counts, value: string | undefined): number {
  return value === undefined ? without : (values.get(value) ?? 0);
}

/** What is counted: the assets that match a filter, by the values of a field. */
interface GroupedSearch {
  readonly query: MetadataQuery;
  readonly scope: Scope;
  readonly by: string;
  readonly filter: Filter;
}

/** Counts of the assets that match a filter, by the values of a field. Equal questions are asked once. */
class Counting {
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
    if (platforms.length > 0) {
      conditions.push({ field: 'platform', operator: 'EQUAL', values: platforms, negated: false });
    }
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
    if (summary === undefined) throw invalidRequest(`Unknown field '${by}'. Name a search field.`, 'by');
    const { present, missing, values } = summary;
    return {
      values: new Map(values.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : []))),
      having: present,
      without: missing,
    };
  }
}
