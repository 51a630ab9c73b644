import { graphqlTypeOf, registryTypeOf } from '../../model/registry/entity-type-names.ts';
import type { Criterion, Filter } from '../../model/filter.ts';
import { parseDecimal } from '../../util/decimal-number.ts';
import { dayText, decimalText, parseMoment } from '../../model/properties/scalar-text.ts';
import { isUrn } from '../../model/urn.ts';
import { parentField } from '../../search/mapping.ts';
import type { ResolvedField } from '../filters/field-resolution.ts';
import type { FacetBucket } from '../metadata-query.ts';

/** Separator of the fields of a nested facet, and of their values. */
export const NESTING = '␞';

type Kind = ResolvedField['kind'];

/** Creates a bucket of values, one per field; `entity` is set if the only value is a urn. Dates are shown as days. */
export function facetBucket(texts: readonly string[], kinds: readonly Kind[], count: number): FacetBucket {
  const value = texts.join(NESTING);
  const shown = texts.map((text, i) => (kinds[i] === 'date' ? (dayText(Number(text)) ?? text) : text));
  const displayName = kinds.includes('date') ? shown.join(NESTING) : undefined;
  return { value, count, entity: isUrn(value) ? value : undefined, displayName };
}

/**
 * Text of an index value in facets: doubles as decimals of any size, dates in epoch ms, entity types by GraphQL name. -0
 * becomes 0, as in the index.
 */
export function facetText(value: string | number, kind: Kind): string {
  if (kind === 'entityType') return graphqlTypeOf(String(value));
  return typeof value === 'number' && kind === 'double'
    ? decimalText(value === 0 ? 0 : value)
    : String(value);
}

/** Values that the filter requests in a field, as facet texts; a facet lists them even if no entity has them. */
export function filteredValues(filter: Filter, name: string, kind: Kind): readonly string[] {
  const criteria = filter.flat().filter((criterion) => asksForValues(criterion, name));
  return [
    ...new Set(criteria.flatMap(({ values }) => values.flatMap((value) => textOfWritten(value, kind)))),
  ];
}

/** Sort order of buckets: by descending count, then by value; numbers numerically. */
export function compareBuckets(a: FacetBucket, b: FacetBucket): number {
  return b.count - a.count || compareValues(a.value, b.value);
}

function compareValues(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}

function asksForValues({ field, operator }: Criterion, name: string): boolean {
  return (operator === 'EQUAL' || operator === 'IN') && parentField(field) === parentField(name);
}

/** Facet text of a value as written in a request; empty if the field cannot have such a value. */
export function textOfWritten(value: string, kind: Kind): readonly string[] {
  switch (kind) {
    case 'text':
      return [value];
    case 'boolean':
    case 'removed':
      return [String(value.trim().toLowerCase() === 'true')];
    case 'entityType':
      return [graphqlTypeOf(registryTypeOf(value) ?? value)];
    case 'date': {
      const moment = parseMoment(value);
      return moment === undefined ? [] : [String(moment)];
    }
    default: {
      const number = parseDecimal(value);
      return number === undefined ? [] : [facetText(number, kind)];
    }
  }
}
