import type { Expression } from '../../search/expression.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { compareBuckets, facetBucket, facetText, filteredValues } from '../facets/facet-values.ts';
import { displayNameOf, resolveEffectiveField } from '../filters/field-resolution.ts';
import type { FacetBucket, FacetResult } from '../metadata-query.ts';
import type { SearchRequest } from '../search-request.ts';
import { narrowed } from '../visibility/narrow.ts';
import { warnOfEstimate } from '../warn-inexact.ts';
import type { Warn } from '../warn-unknown-field.ts';
import type { IndexValue } from './effective-expressions.ts';
import { AskedEffective } from './effective-filters.ts';
import type { Territories } from './territories.ts';

/** Maximum number of inherited values that are counted: each costs a count. */
export const MOST_INHERITED = 1_000;

/** Counts own and inherited values of a property; undefined if there is no such property. */
export async function countEffective(
  name: string,
  size: number,
  { context, filter, query }: SearchRequest,
  parts: { readonly index: SearchReader; readonly territories: Territories; readonly warn: Warn },
): Promise<FacetResult | undefined> {
  const { index, warn } = parts;
  const field = resolveEffectiveField(name, context);
  if (field?.property === undefined) return undefined;
  const effective = new AskedEffective({ ...context, ...parts }).of(field.property, warn);
  if (effective === undefined) return undefined;
  const { kind } = field;
  const among = (condition: Expression) => ({ ...query, where: narrowed(query.where, [condition]) });
  const [own] = await index.aggregate(among(await effective.guard()), [
    { fields: [field.field], size, mayEstimate: true },
  ]);
  warnOfEstimate(name, own ? [own] : [], warn);
  const counts = new Map<IndexValue, number>();
  for (const { count, values } of own?.buckets ?? []) for (const value of values) counts.set(value, count);
  const { values: inherited } = await effective.sources();
  // The strictest value of an entity may be another than its own.
  const asked = new Set([...(effective.isStrictest ? counts.keys() : []), ...inherited]);
  if (asked.size > MOST_INHERITED) {
    const error = await index.count(among(effective.heirs()));
    warnOfEstimate(name, [{ buckets: [], total: 0, error }], warn);
  }
  await Promise.all(
    [...asked].slice(0, MOST_INHERITED).map(async (value) => {
      const matching = await effective.holding(value);
      counts.set(value, matching.kind === 'none' ? 0 : await index.count(among(matching)));
    }),
  );
  const buckets = [...counts].flatMap(([value, count]) =>
    count === 0 ? [] : [facetBucket([facetText(value, kind)], [kind], count)],
  );
  const named = filteredValues(filter, name, kind);
  return {
    field: name,
    displayName: displayNameOf(name, context),
    entity: field.property,
    buckets: withNamed(buckets.sort(compareBuckets), named, size, (text) => facetBucket([text], [kind], 0)),
  };
}

/** At most `size` buckets: those that the filter names, also without entities, before the most frequent others. */
function withNamed(
  buckets: readonly FacetBucket[],
  named: readonly string[],
  size: number,
  empty: (text: string) => FacetBucket,
): readonly FacetBucket[] {
  const isNamed = ({ value }: FacetBucket): boolean => named.includes(value);
  const kept = [...buckets.filter(isNamed), ...buckets.filter((bucket) => !isNamed(bucket))].slice(0, size);
  const unused = named.filter((text) => !kept.some(({ value }) => value === text)).map(empty);
  return [...kept.sort(compareBuckets), ...unused.slice(0, size - kept.length)];
}
