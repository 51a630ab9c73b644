import { invalidRequest } from '../errors.ts';
import type { Scope } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { ENTITY_TYPE_FIELD, parentField } from '../search/mapping.ts';
import type { Facet, FacetRequest, SearchIndex } from '../search/search-index.ts';
import { NESTING, compareBuckets, facetBucket, facetText, filteredValues } from './facet-values.ts';
import type { FieldContext, ResolvedField } from './field-resolution.ts';
import { resolveField } from './field-resolution.ts';
import type { FacetBucket, FacetResult } from './metadata-query.ts';
import type { SearchRequest } from './search-request.ts';

/** Most buckets of one facet, whatever a request asks for. */
export const MAX_FACET_SIZE = 10_000;

/** The facets that a search counts when it does not say which. */
export const SUB_TYPE_FACET = `${ENTITY_TYPE_FIELD}${NESTING}typeNames`;

interface FacetPlan {
  readonly name: string;
  readonly fields: readonly [ResolvedField, ...ResolvedField[]];
  readonly requests: readonly FacetRequest[];
}

/** Counts facets by name. Names that are no facet are passed over and reported to `drop`. */
export async function countFacets(
  names: readonly string[],
  size: number,
  request: SearchRequest,
  parts: { readonly index: SearchIndex; readonly scope: Scope; readonly drop: (name: string) => void },
): Promise<readonly FacetResult[]> {
  if (!Number.isInteger(size) || size < 1) {
    throw invalidRequest(`maxAggValues must be a whole number above 0, not ${size}. Leave it out for 20.`);
  }
  const plans: FacetPlan[] = [];
  for (const name of new Set(names)) {
    const plan = planFacet(name, Math.min(size, MAX_FACET_SIZE), request.context);
    if (plan === undefined) parts.drop(name);
    else plans.push(plan);
  }
  if (plans.length === 0) return [];
  const wanted = plans.flatMap(({ requests }) => requests);
  const counted = (await parts.index.aggregate(request.query, wanted, parts.scope)).values();
  const results: FacetResult[] = [];
  for (const plan of plans) {
    const facets = plan.requests.map(() => counted.next().value ?? { buckets: [], total: 0 });
    const buckets = await completeBuckets(plan, facets, request, parts);
    if (buckets.length > 0) results.push(present(plan, buckets, request.context));
  }
  return results;
}

/** What to ask the index for: the values of the field, of a nested facet also the pairs. */
function planFacet(name: string, size: number, context: FieldContext): FacetPlan | undefined {
  const steps = name.split(NESTING);
  if (steps.length > 2) {
    throw invalidRequest(
      `The facet '${name}' nests ${steps.length} fields; two are the most. Leave some out.`,
    );
  }
  const [first, second] = steps.map((step) => resolveField(step, context));
  if (first === undefined) return undefined;
  const outer: FacetRequest = { fields: [first.field], size };
  if (steps.length === 1) return { name, fields: [first], requests: [outer] };
  if (second === undefined) return undefined;
  const pairs: FacetRequest = {
    fields: [first.field, second.field],
    size: Math.min(size * size, MAX_FACET_SIZE),
  };
  return { name, fields: [first, second], requests: [outer, pairs] };
}

async function completeBuckets(
  { name, fields, requests }: FacetPlan,
  facets: readonly Facet[],
  request: SearchRequest,
  parts: { readonly index: SearchIndex; readonly scope: Scope },
): Promise<readonly FacetBucket[]> {
  const [outer] = fields;
  const buckets = facets.flatMap((facet) =>
    facet.buckets.map(({ values, count }) => {
      const texts = values.map((value, i) => facetText(value, fields[i]?.kind ?? 'text'));
      return facetBucket(texts.join(NESTING), count);
    }),
  );
  if (fields.length > 1) return buckets.sort(compareBuckets);
  if (outer.kind === 'removed') {
    const removed = buckets[0]?.count ?? 0;
    const others = (await parts.index.count(request.query, parts.scope)) - removed;
    if (others > 0) buckets.push(facetBucket('false', others));
    buckets.sort(compareBuckets);
  }
  addMissing(buckets, filteredValues(request.filter, name, outer.kind));
  if (outer.kind === 'entityType') {
    const types = request.query.entityTypes.map((type) => facetText(type, outer.kind)).sort();
    addMissing(buckets, types.slice(0, Math.max(0, (requests[0]?.size ?? 0) - buckets.length)));
  }
  return buckets;
}

function addMissing(buckets: FacetBucket[], values: readonly string[]): void {
  const present = new Set(buckets.map(({ value }) => value));
  for (const value of values) if (!present.has(value)) buckets.push(facetBucket(value, 0));
}

function present(
  { name, fields }: FacetPlan,
  buckets: readonly FacetBucket[],
  context: FieldContext,
): FacetResult {
  const steps = name.split(NESTING);
  const displayNames = steps.map((step) =>
    step.startsWith(STRUCTURED_PROPERTY.fieldPrefix)
      ? step
      : context.mapping.displayNameOf(parentField(step)),
  );
  return {
    field: name,
    displayName: displayNames.join(NESTING),
    entity: fields.length === 1 ? fields[0].property : undefined,
    buckets,
  };
}
