import { invalidRequest } from '../../errors.ts';
import { ENTITY_TYPE_FIELD } from '../../search/mapping.ts';
import type { Facet, FacetRequest, SearchReader } from '../../search/search-index.ts';
import { NESTING, compareBuckets, facetBucket, facetText, filteredValues } from './facet-values.ts';
import {
  displayNameOf,
  isEffectiveName,
  resolveField,
  type FieldContext,
  type ResolvedField,
} from '../filters/field-resolution.ts';
import { countEffective } from '../inheritance/count-effective.ts';
import type { Territories } from '../inheritance/territories.ts';
import { ruledProperties } from '../violations/violation-expressions.ts';
import { isViolations, violatingEntities } from '../violations/violations-filter.ts';
import { guardsOf } from '../visibility/property-guards.ts';
import { narrowed } from '../visibility/narrow.ts';
import { guardOf, resolveFilter } from '../filters/resolve-filter.ts';
import type { FacetBucket, FacetResult } from '../metadata-query.ts';
import type { SearchRequest } from '../search-request.ts';
import { warnOfEstimate, warnOfUncounted } from '../warn-inexact.ts';
import type { Warn } from '../warn-unknown-field.ts';
import { because } from '../../refusals.ts';

/** Maximum number of buckets of one facet; larger requests are reduced to it. */
export const MAX_FACET_SIZE = 10_000;

/** Default facet of searches: entity types, nested with sub types. */
export const SUB_TYPE_FACET = `${ENTITY_TYPE_FIELD}${NESTING}typeNames`;

interface FacetPlan {
  readonly name: string;
  readonly fields: readonly [ResolvedField, ...ResolvedField[]];
  readonly requests: readonly FacetRequest[];
}

/**
 * Counts facets by name. Unknown names are skipped and reported to `drop`, inexact facets to `warn`; facets without values
 * are left out unless `keepsEmpty`. Throws INVALID_REQUEST for a bad size.
 */
export async function countFacets(
  names: readonly string[],
  size: number,
  request: SearchRequest,
  parts: {
    readonly index: SearchReader;
    readonly territories: Territories;
    readonly warn: Warn;
    readonly drop: (name: string) => void;
    readonly keepsEmpty: boolean;
  },
): Promise<readonly FacetResult[]> {
  if (!Number.isInteger(size) || size < 1) {
    throw invalidRequest(
      `maxAggValues must be a whole number above 0, not ${size}. Omit it for 20.`,
      undefined,
      because('INPUT_TOO_SMALL', { name: 'maxAggValues', least: 1 }),
    );
  }
  const plans: FacetPlan[] = [];
  const asked = [...new Set(names)];
  const ofViolations = asked.filter(isViolations);
  const ofEffective = asked.filter(isEffectiveName);
  for (const name of asked.filter((one) => !isViolations(one) && !isEffectiveName(one))) {
    const plan = planFacet(name, Math.min(size, MAX_FACET_SIZE), request.context);
    if (plan === undefined) parts.drop(name);
    else plans.push(plan);
  }
  const counted = await countPlans(plans, request, parts);
  const results: FacetResult[] = [];
  for (const [i, plan] of plans.entries()) {
    const facets = counted[i] ?? [];
    warnOfEstimate(plan.name, facets, parts.warn);
    const buckets = await completeBuckets(plan, facets, request, parts);
    if (buckets.length > 0 || parts.keepsEmpty) results.push(present(plan, buckets, request.context));
  }
  for (const name of ofEffective) {
    const facet = await countEffective(name, Math.min(size, MAX_FACET_SIZE), request, parts);
    if (facet === undefined) parts.drop(name);
    else if (facet.buckets.length > 0 || parts.keepsEmpty) results.push(facet);
  }
  for (const field of ofViolations) results.push(await countViolations(field, size, request, parts));
  return results;
}

/** Maximum number of properties in the facet of violations: each costs a count. */
const MOST_VIOLATED = 100;

async function countViolations(
  field: string,
  size: number,
  { context, query }: SearchRequest,
  parts: { readonly index: SearchReader; readonly territories: Territories; readonly warn: Warn },
): Promise<FacetResult> {
  const ruled = ruledProperties(context);
  if (ruled.length > MOST_VIOLATED) warnOfUncounted(MOST_VIOLATED, ruled.length, parts.warn);
  const counted = ruled.slice(0, MOST_VIOLATED);
  // A filter on violations has found them already.
  const violating = context.violations ?? (await violatingEntities({ ...context, ...parts }, counted));
  const buckets = await Promise.all(
    [...violating].slice(0, MOST_VIOLATED).map(async ([urn, expression]) => {
      const where = narrowed(query.where, [expression]);
      const count = expression.kind === 'none' ? 0 : await parts.index.count({ ...query, where });
      return facetBucket([urn], ['text'], count);
    }),
  );
  const broken = buckets.filter(({ count }) => count > 0).sort(compareBuckets);
  return { field, displayName: 'Violations', entity: undefined, buckets: broken.slice(0, size) };
}

/** Counts all plans in one request, except those of a property that the caller sees on only some entities. */
async function countPlans(
  plans: readonly FacetPlan[],
  { query, context }: SearchRequest,
  { index }: { readonly index: SearchReader },
): Promise<readonly (readonly Facet[])[]> {
  const guards = await guardsOf(
    plans.map(({ fields: [field] }) => field),
    context,
    index,
  );
  const isOpen = ({ fields: [field] }: FacetPlan): boolean => field.where === undefined;
  const wanted = plans.filter(isOpen).flatMap(({ requests }) => requests);
  const together = (wanted.length === 0 ? [] : await index.aggregate(query, wanted)).values();
  return Promise.all(
    plans.map(async (plan) => {
      if (isOpen(plan)) return plan.requests.map(() => together.next().value ?? { buckets: [], total: 0 });
      const where = narrowed(query.where, guardOf(plan.fields[0], { ...context, guards }));
      return index.aggregate({ ...query, where }, plan.requests);
    }),
  );
}

/** Index requests for a facet: the values of the field, and for a nested facet also the pairs; undefined if unknown. */
function planFacet(name: string, size: number, context: FieldContext): FacetPlan | undefined {
  const steps = name.split(NESTING);
  if (steps.length > 2) {
    throw invalidRequest(
      `The facet '${name}' nests ${steps.length} fields, but at most 2 are allowed. Remove some.`,
      undefined,
      because('LIST_TOO_LONG', { size: steps.length, most: 2 }),
    );
  }
  const [first, second] = steps.map((step) => resolveField(step, context));
  if (first === undefined) return undefined;
  const outer: FacetRequest = { fields: [first.field], size, mayEstimate: true };
  if (steps.length === 1) return { name, fields: [first], requests: [outer] };
  // Pairs with values that are hidden on some entities would reveal these entities.
  if (second === undefined || first.where !== undefined || second.where !== undefined) return undefined;
  const pairs: FacetRequest = {
    fields: [first.field, second.field],
    size: Math.min(size * size, MAX_FACET_SIZE),
    mayEstimate: true,
  };
  return { name, fields: [first, second], requests: [outer, pairs] };
}

async function completeBuckets(
  { name, fields, requests }: FacetPlan,
  facets: readonly Facet[],
  request: SearchRequest,
  { index }: { readonly index: SearchReader },
): Promise<readonly FacetBucket[]> {
  const [outer] = fields;
  const kinds = fields.map(({ kind }) => kind);
  const buckets = facets.flatMap((facet) =>
    facet.buckets.map(({ values, count }) => {
      const texts = values.map((value, i) => facetText(value, kinds[i] ?? 'text'));
      return facetBucket(texts, kinds, count);
    }),
  );
  if (fields.length > 1) return buckets.sort(compareBuckets);
  if (outer.kind === 'removed') {
    const removed = buckets[0]?.count ?? 0;
    const others = (await index.count(request.query)) - removed;
    if (others > 0) buckets.push(facetBucket(['false'], kinds, others));
    buckets.sort(compareBuckets);
  }
  const size = requests[0]?.size ?? 0;
  const named = filteredValues(request.filter, name, outer.kind);
  const types =
    outer.kind === 'entityType' ? request.query.entityTypes.map((type) => facetText(type, outer.kind)) : [];
  const all = await withNamed(buckets, named, { name, kind: outer.kind, size }, request, index);
  const missing = types.sort().filter((type) => !all.some(({ value }) => value === type));
  return [...all, ...missing.map((type) => facetBucket([type], kinds, 0))].slice(0, size);
}

/**
 * At most `size` buckets, in this order: values that the filter names, regardless of their rank, then the most frequent
 * other values, then values that the filter names and no entity has.
 */
async function withNamed(
  buckets: readonly FacetBucket[],
  named: readonly string[],
  {
    name,
    kind,
    size,
  }: { readonly name: string; readonly kind: ResolvedField['kind']; readonly size: number },
  { query, context }: SearchRequest,
  index: SearchReader,
): Promise<readonly FacetBucket[]> {
  const counted = new Set(buckets.map(({ value }) => value));
  const missing = named.filter((value) => !counted.has(value)).slice(0, size);
  const others = await Promise.all(
    missing.map(async (value) => {
      // Fewer buckets than requested are all existing ones.
      if (buckets.length < size) return facetBucket([value], [kind], 0);
      const criterion = { field: name, operator: 'EQUAL' as const, values: [value], negated: false };
      const where = narrowed(query.where, [resolveFilter([[criterion]], context)]);
      return facetBucket([value], [kind], await index.count({ ...query, where }));
    }),
  );
  const isNamed = ({ value }: FacetBucket): boolean => named.includes(value);
  const found = [...buckets, ...others].filter(({ count }) => count > 0);
  const kept = [...found.filter(isNamed), ...found.filter((bucket) => !isNamed(bucket))].slice(0, size);
  const unused = others.filter(({ count }) => count === 0).slice(0, size - kept.length);
  return [...kept.sort(compareBuckets), ...unused];
}

function present(
  { name, fields }: FacetPlan,
  buckets: readonly FacetBucket[],
  context: FieldContext,
): FacetResult {
  const steps = name.split(NESTING);
  const displayNames = steps.map((step) => displayNameOf(step, context));
  return {
    field: name,
    displayName: displayNames.join(NESTING),
    entity: fields.length === 1 ? fields[0].property : undefined,
    buckets,
  };
}
