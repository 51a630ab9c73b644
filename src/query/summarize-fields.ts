import { invalidRequest } from '../errors.ts';
import type { Criterion } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import { dayText } from '../model/scalar-text.ts';
import { scalarOf } from '../model/structured-property.ts';
import type { Expression } from '../search/expression.ts';
import { allOf } from '../search/expression.ts';
import type { Query, SearchIndex } from '../search/search-index.ts';
import { between } from './combine.ts';
import { MAX_FACET_SIZE } from './count-facets.ts';
import { facetText, textOfWritten } from './facet-values.ts';
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
    index.aggregate(visible, [{ fields: [field.field], size: request.values }], scope),
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

/** The day of a value of the index, or of its text. */
function dayOf(value: number | string | undefined, { kind }: ResolvedField): string | undefined {
  return kind === 'date' && value !== undefined ? dayText(Number(value)) : undefined;
}

/** What a definition says of the values that it allows, by their facet texts and in its order. */
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

/** Values that something has, in the order of the counts, then the others that are allowed. */
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
