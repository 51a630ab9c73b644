import { invalidRequest } from '../errors.ts';
import type { Criterion } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import { scalarOf } from '../model/structured-property.ts';
import type { Expression } from '../search/expression.ts';
import { allOf } from '../search/expression.ts';
import type { Query, SearchIndex } from '../search/search-index.ts';
import { between } from './combine.ts';
import { MAX_FACET_SIZE } from './count-facets.ts';
import { facetText } from './facet-values.ts';
import type { FieldContext, ResolvedField } from './field-resolution.ts';
import { displayNameOf, resolveField } from './field-resolution.ts';
import type { FieldSummary, SummaryRequest, ValueRange } from './field-summary.ts';
import type { SearchInput } from './metadata-query.ts';
import { guardsOf } from './property-guards.ts';
import { resolveCriterion } from './resolve-criterion.ts';
import { guarded } from './resolve-filter.ts';
import type { SearchParts } from './search-request.ts';
import { resolveSearch } from './search-request.ts';

const MOST_FIELDS = 20;
const MOST_RANGES = 100;

/** Sums up fields; those that do not exist, or not for the caller, are left out and reported to `warn`. */
export type FieldSummaries = (
  input: SearchInput,
  requests: readonly SummaryRequest[],
  scope: Scope,
) => Promise<readonly FieldSummary[]>;

/** Summaries of fields over an index; all figures of one are of the same moment. */
export function createFieldSummaries(
  parts: SearchParts & { readonly warn: (message: string) => void },
): FieldSummaries {
  return async (input, requests, scope) => {
    if (requests.length > MOST_FIELDS) {
      throw invalidRequest(`${requests.length} fields are too many. Ask for ${MOST_FIELDS} at most.`);
    }
    for (const request of requests) check(request);
    const { query, context } = await resolveSearch(input, scope, parts);
    const known = requests.flatMap((request) => {
      const field = resolveField(request.field, context);
      if (field === undefined)
        parts.warn(`'${request.field}' is left out: no entity type searched has such a field.`);
      return field === undefined ? [] : [{ request, field }];
    });
    const guards = await guardsOf(
      known.map(({ field }) => field),
      context,
      parts.index,
    );
    const asking = { context: { ...context, guards }, index: parts.index, scope };
    return Promise.all(known.map(({ request, field }) => summarize(request, field, query, asking)));
  };
}

interface Asking {
  readonly context: FieldContext;
  readonly index: SearchIndex;
  readonly scope: Scope;
}

async function summarize(
  request: SummaryRequest,
  field: ResolvedField,
  query: Query,
  { context, index, scope }: Asking,
): Promise<FieldSummary> {
  if (request.quantiles.length > 0 && !isNumeric(field)) {
    throw invalidRequest(
      `The field '${request.field}' has no numbers, so it has no quantiles. Leave them out.`,
    );
  }
  const visible = { ...query, where: guarded(query.where, field, context) };
  const countOf = (condition: Expression): Promise<number> =>
    index.count({ ...visible, where: allOf([visible.where, condition]) }, scope);
  // Asked for at once, so that nothing is written in between.
  const [total, present, [spread], [facet], ranges] = await Promise.all([
    index.count(query, scope),
    countOf({ kind: 'exists', field: field.field }),
    index.spread(visible, [{ field: field.field, quantiles: request.quantiles }], scope),
    index.aggregate(visible, [{ fields: [field.field], size: sizeOf(request, field, context) }], scope),
    Promise.all(
      request.ranges.map(async (range) => ({
        ...range,
        count: await countOf(rangeOf(range, request.field, field, context)),
      })),
    ),
  ]);
  const counts = new Map(
    facet?.buckets.map(({ values: [value = ''], count }) => [facetText(value, field.kind), count]),
  );
  return {
    field: request.field,
    displayName: displayNameOf(request.field, context),
    entity: field.property,
    present,
    missing: total - present,
    min: isNumeric(field) ? spread?.min : undefined,
    max: isNumeric(field) ? spread?.max : undefined,
    quantiles: request.quantiles.flatMap((quantile, i) => {
      const value = spread?.quantiles[i];
      return value === undefined ? [] : [{ quantile, value }];
    }),
    ranges,
    values: valuesOf(counts, allowedValues(field, context), request.values),
  };
}

function check({ field, ranges, quantiles, values }: SummaryRequest): void {
  const wrong = quantiles.find((share) => !(share >= 0 && share <= 1));
  if (wrong !== undefined) {
    throw invalidRequest(`The quantile ${wrong} of '${field}' is not between 0 and 1. The median is 0.5.`);
  }
  if (ranges.length > MOST_RANGES || quantiles.length > MOST_RANGES) {
    throw invalidRequest(
      `More than ${MOST_RANGES} ranges or quantiles of '${field}' are too many. Ask for fewer.`,
    );
  }
  if (!Number.isInteger(values) || values < 0 || values > MAX_FACET_SIZE) {
    throw invalidRequest(
      `'values' of '${field}' must be a whole number from 0 to ${MAX_FACET_SIZE}, not ${values}.`,
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

type AllowedValues = readonly { readonly text: string; readonly description: string | undefined }[];

function allowedValues(field: ResolvedField, { properties }: FieldContext): AllowedValues {
  const definition = field.property === undefined ? undefined : properties.get(field.property)?.definition;
  return (definition?.allowedValues ?? []).map(({ value, description }) => ({
    text: facetText(scalarOf(value), field.kind),
    description,
  }));
}

/** Allowed values may be the rarest ones. */
function sizeOf({ values }: SummaryRequest, field: ResolvedField, context: FieldContext): number {
  if (values === 0) return 0;
  return allowedValues(field, context).length > 0 ? MAX_FACET_SIZE : values;
}

function valuesOf(
  counts: ReadonlyMap<string, number>,
  allowed: AllowedValues,
  most: number,
): FieldSummary['values'] {
  const named = new Set(allowed.map(({ text }) => text));
  const others = [...counts].filter(([value]) => !named.has(value));
  const all = [
    ...allowed.map(({ text, description }) => ({ value: text, count: counts.get(text) ?? 0, description })),
    ...others.map(([value, count]) => ({ value, count, description: undefined })),
  ];
  return all.slice(0, most);
}
