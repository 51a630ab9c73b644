import { invalidRequest } from '../../errors.ts';
import type { Criterion } from '../../model/filter.ts';
import type { Scope } from '../../model/scope.ts';
import { dayText } from '../../model/properties/scalar-text.ts';
import { scalarOf } from '../../model/structured-property.ts';
import type { Expression } from '../../search/expression.ts';
import type { VisibleQuery } from '../../search/search-index.ts';
import { between } from '../filters/combine.ts';
import { MAX_FACET_SIZE } from './count-facets.ts';
import { facetText, textOfWritten } from './facet-values.ts';
import {
  displayNameOf,
  resolveField,
  type FieldContext,
  type ResolvedField,
} from '../filters/field-resolution.ts';
import type { FieldSummary, SummaryRequest, ValueRange } from './field-summary.ts';
import type { SearchInput } from '../metadata-query.ts';
import { guardsOf } from '../visibility/property-guards.ts';
import { resolveCriterion } from '../filters/resolve-criterion.ts';
import { narrowed } from '../visibility/narrow.ts';
import { guardOf } from '../filters/resolve-filter.ts';
import { warnOfEstimate } from '../warn-inexact.ts';
import { warnOfUnknownField } from '../warn-unknown-field.ts';
import { resolveSearch, type SearchParts } from '../search-request.ts';
import { because } from '../../refusals.ts';

const MOST_FIELDS = 20;
const MOST_RANGES = 100;

/**
 * Summarizes fields. Fields that are unknown or hidden from the caller are omitted and reported to `warn`. Throws
 * INVALID_REQUEST for invalid requests and for more than 20 fields.
 */
export type FieldSummaries = (
  input: SearchInput,
  requests: readonly SummaryRequest[],
  scope: Scope,
) => Promise<readonly FieldSummary[]>;

/** Creates field summaries over an index; all counts of a summary are of the same moment. */
export function createFieldSummaries(parts: SearchParts): FieldSummaries {
  return async (input, requests, scope) => {
    if (requests.length > MOST_FIELDS) {
      throw invalidRequest(
        `${requests.length} fields are too many. Request at most ${MOST_FIELDS}.`,
        undefined,
        because('LIST_TOO_LONG', { size: requests.length, most: MOST_FIELDS }),
      );
    }
    for (const request of requests) check(request);
    const { query, context } = await resolveSearch(input, scope, parts);
    const known = requests.flatMap((request) => {
      const field = resolveField(request.field, context);
      if (field === undefined) warnOfUnknownField('Summary of', request.field, 'is omitted', parts.warn);
      return field === undefined ? [] : [{ request, field }];
    });
    const guards = await guardsOf(
      known.map(({ field }) => field),
      context,
      parts.index,
    );
    const asking = { context: { ...context, guards }, index: parts.index, warn: parts.warn };
    return Promise.all(known.map(({ request, field }) => summarize(request, field, query, asking)));
  };
}

interface Asking extends Pick<SearchParts, 'index' | 'warn'> {
  readonly context: FieldContext;
}

async function summarize(
  request: SummaryRequest,
  field: ResolvedField,
  query: VisibleQuery,
  { context, index, warn }: Asking,
): Promise<FieldSummary> {
  if (request.quantiles.length > 0 && !isNumeric(field)) {
    throw invalidRequest(
      `Quantiles need numbers or dates, but the field '${request.field}' has neither. Omit them.`,
      undefined,
      because('FIELD_UNKNOWN', { name: request.field }),
    );
  }
  const visible = { ...query, where: narrowed(query.where, guardOf(field, context)) };
  const countOf = (condition: Expression): Promise<number> =>
    index.count({ ...visible, where: narrowed(visible.where, [condition]) });
  // Requested together, so that no write comes in between.
  const [total, present, [spread], [facet], ranges] = await Promise.all([
    index.count(query),
    countOf({ kind: 'exists', field: field.field }),
    index.spread(visible, [{ field: field.field, quantiles: request.quantiles }]),
    index.aggregate(visible, [{ fields: [field.field], size: request.values, mayEstimate: true }]),
    Promise.all(
      request.ranges.map(async (range) => ({
        ...range,
        count: await countOf(rangeOf(range, request.field, field, context)),
      })),
    ),
  ]);
  if (facet !== undefined) warnOfEstimate(request.field, [facet], warn);
  const counts = new Map(
    facet?.buckets.map(({ values: [value = ''], count }) => [facetText(value, field.kind), count]),
  );
  const values = mostFrequent(counts, allowedValues(field, context), request.values);
  return {
    field: request.field,
    displayName: displayNameOf(request.field, context),
    entity: field.property,
    present,
    missing: total - present,
    min: isNumeric(field) ? spread?.min : undefined,
    minDay: dayOf(spread?.min, field),
    max: isNumeric(field) ? spread?.max : undefined,
    maxDay: dayOf(spread?.max, field),
    quantiles: request.quantiles.flatMap((quantile, i) => {
      const value = spread?.quantiles[i];
      return value === undefined ? [] : [{ quantile, value, day: dayOf(value, field) }];
    }),
    ranges,
    values: values.map((value) => ({ ...value, day: dayOf(value.value, field) })),
  };
}

function check({ field, ranges, quantiles, values }: SummaryRequest): void {
  const wrong = quantiles.find((share) => !(share >= 0 && share <= 1));
  if (wrong !== undefined) {
    throw invalidRequest(
      `The quantile ${wrong} of '${field}' is not between 0 and 1. The median is 0.5.`,
      undefined,
      because('INPUT_RANGE', { name: 'quantiles', value: String(wrong), least: 0, most: 1 }),
    );
  }
  if (ranges.length > MOST_RANGES || quantiles.length > MOST_RANGES) {
    throw invalidRequest(
      `More than ${MOST_RANGES} ranges or quantiles of '${field}'. Request fewer.`,
      undefined,
      because('FILTER_TOO_LARGE', { most: MOST_RANGES }),
    );
  }
  if (!Number.isInteger(values) || values < 0 || values > MAX_FACET_SIZE) {
    throw invalidRequest(
      `'values' of '${field}' must be a whole number from 0 to ${MAX_FACET_SIZE}, not ${values}.`,
      undefined,
      because('INPUT_RANGE', { name: 'values', value: String(values), least: 0, most: MAX_FACET_SIZE }),
    );
  }
}

function isNumeric({ kind }: ResolvedField): boolean {
  return kind === 'integer' || kind === 'double' || kind === 'date';
}

function rangeOf(
  { from, to }: ValueRange,
  name: string,
  field: ResolvedField,
  context: FieldContext,
): Expression {
  const end = (operator: Criterion['operator'], value: string): Expression =>
    resolveCriterion({ field: name, operator, values: [value], negated: false }, field, context);
  const lower = from === undefined ? undefined : end('GREATER_THAN_OR_EQUAL_TO', from);
  const upper = to === undefined ? undefined : end('LESS_THAN', to);
  if (lower !== undefined && upper !== undefined) return between(lower, upper);
  return lower ?? upper ?? { kind: 'exists', field: field.field };
}

/** Day of a date value, given in epoch ms as number or text; undefined for other fields. */
function dayOf(value: number | string | undefined, { kind }: ResolvedField): string | undefined {
  return kind === 'date' && value !== undefined ? dayText(Number(value)) : undefined;
}

/** Descriptions of the allowed values of a definition by facet text, in its order. */
type AllowedValues = ReadonlyMap<string, string | undefined>;

function allowedValues(field: ResolvedField, { properties }: FieldContext): AllowedValues {
  const definition = field.property === undefined ? undefined : properties.get(field.property)?.definition;
  const allowed = new Map<string, string | undefined>();
  for (const { value, description } of definition?.allowedValues ?? []) {
    for (const text of textOfWritten(String(scalarOf(value)), field.kind)) {
      if (!allowed.has(text)) allowed.set(text, description);
    }
  }
  return allowed;
}

/** Values that occur, in the order of `counts`, then the other allowed values. */
function mostFrequent(
  counts: ReadonlyMap<string, number>,
  allowed: AllowedValues,
  most: number,
): readonly { readonly value: string; readonly count: number; readonly description: string | undefined }[] {
  const listed = [...new Set([...counts.keys(), ...allowed.keys()])].slice(0, most);
  return listed.map((value) => ({
    value,
    count: counts.get(value) ?? 0,
    description: allowed.get(value),
  }));
}
