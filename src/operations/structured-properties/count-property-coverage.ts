import * as v from 'valibot';
import type { Urn } from '../../model/urn.ts';
import { DEFAULT_ASSETS_FLAGS } from '../../query/metadata-query.ts';
import { checkWholeNumber } from '../../util/whole-number.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';
import { FILTER } from '../search/search-shape.ts';
import { NUMBER, TEXT, URN, described, objectOf } from '../shapes.ts';
import { Counting, NOTHING, countOf, totalOf } from './coverage-counts.ts';
import { MOST_PROPERTIES, checkProperties, chosenProperties, reachOf } from './property-reach.ts';

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
    checkProperties(properties);
    checkWholeNumber('groups', groups, 0, MOST_GROUPS);
    checkSearch({ query: '*', entityTypes: [], flags: DEFAULT_ASSETS_FLAGS, filter });
  },
  isLong: true,
  run: async ({ properties, by, groups, filter }, { query, scope, settings: { registry } }) => {
    const counting = new Counting({ query, scope, by, filter });
    const reaches = chosenProperties(properties, query, scope).map((state) => reachOf(state, registry));
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
