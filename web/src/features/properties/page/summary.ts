import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import type { Draft } from '../definition/draft.ts';
import { isDateType, isNumberType } from '../definition/value-types.ts';
import { fieldOfProperty } from '../../../shared/search/fields.ts';

const SUMMARY = graphql(`
  query propertySummary($input: SummarizeAcrossEntitiesInput!) {
    summarizeAcrossEntities(input: $input) {
      fields {
        present
        missing
        min
        max
        minDay
        maxDay
        quantiles {
          value
          day
        }
        ranges {
          from
          to
          count
        }
        values {
          value
          day
          count
          description
        }
      }
    }
  }
`);

type Fields = NonNullable<ResultOf<typeof SUMMARY>['summarizeAcrossEntities']>['fields'];

/** Counts of the values of a property. */
export type PropertySummary = Fields[number];

/** Maximum values listed with counts. */
export const MAX_VALUES = 5_000;

/** Number of ranges between the minimum and the maximum. */
const RANGES = 10;

/** A range of values, with bounds in filter format; `from` inclusive, `to` exclusive. */
type Range = { readonly from?: string; readonly to?: string };

/** Counts of a property's values on all assets that the person may see; null if there are none. */
export function usePropertySummary(
  { name: qualifiedName, valueType }: Draft,
  isEnabled: boolean,
): UseQueryResult<PropertySummary | null> {
  const isOrdered = isNumberType(valueType) || isDateType(valueType);
  return useQuery({
    queryKey: ['propertySummary', qualifiedName, isOrdered],
    meta: { shows: 'all' },
    queryFn: async ({ signal }) => {
      const first = await summarize(qualifiedName, isOrdered ? { quantiles: [0.5] } : {}, signal);
      const ranges = first === null ? [] : rangesOf(first);
      if (ranges.length === 0) return first;
      const second = await summarize(qualifiedName, { quantiles: [0.5], ranges }, signal);
      return second === null ? first : { ...first, ...second };
    },
    enabled: isEnabled,
  });
}

async function summarize(
  qualifiedName: string,
  asked: { readonly quantiles?: number[]; readonly ranges?: Range[] },
  signal: AbortSignal,
): Promise<PropertySummary | null> {
  const field = { field: fieldOfProperty(qualifiedName), ...asked, values: MAX_VALUES };
  const { summarizeAcrossEntities: summary } = await query(
    SUMMARY,
    { input: { query: '*', fields: [field] } },
    signal,
    'heavy',
  );
  return summary?.fields[0] ?? null;
}

/** Ranges of equal width that contain all values; empty for texts, or if there is only one value. */
function rangesOf({ min, max, minDay }: PropertySummary): Range[] {
  if (min === null || max === null || min === max) return [];
  const isDay = minDay !== null;
  const width = isDay
    ? Math.ceil((max - min + 1) / RANGES / DAY_MS) * DAY_MS
    : roundWidth((max - min) / RANGES);
  const start = isDay ? min : Math.floor(min / width) * width;
  const written = (value: number): string =>
    isDay ? new Date(value).toISOString().slice(0, 10) : String(Number(value.toPrecision(12)));
  const count = Math.floor((max - start) / width) + 1;
  return Array.from({ length: count }, (_, i) => ({
    from: written(start + i * width),
    to: written(start + (i + 1) * width),
  }));
}

const DAY_MS = 86_400_000;

/** Rounds a width up to 1, 2 or 5 times a power of ten. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return [1, 2, 5, 10].map((step) => step * power).find((candidate) => candidate >= width) ?? width;
}
