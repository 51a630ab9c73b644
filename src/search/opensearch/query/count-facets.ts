import type { Facet, FacetRequest } from '../../search-index.ts';
import type { Columns } from '../document/columns.ts';
import { BETWEEN_VALUES, decodePair, decodeValue } from '../document/terms.ts';
import type { AnsweredTerms, Ask } from './answer.ts';
import type { Clause } from './clause.ts';
import { askMatching, type Matching } from './matching.ts';
import { onlyTermsOf } from './regexp.ts';

/**
 * Values of `shard_size` to try until counts are exact: the number of buckets that each shard, or each slice of one,
 * returns. The first is for a single shard, which has all counts itself, unless it is searched in slices (OpenSearch 3
 * or newer).
 */
const SHARD_SIZES = [1, 10_000, 2 ** 31 - 1];

/** How to count facets. */
export interface FacetCounting {
  readonly isOneShard: boolean;
  /** Maximum values that a shard returns for a facet that may be estimated; more only if the request asks for more. */
  readonly mostValues: number;
}

/** Emits each pair of values of two fields that a document has; terms sort like the pairs. */
const PAIRS_SCRIPT = `
  def pairs = new ArrayList();
  if (!doc.containsKey(params.field) || !doc.containsKey(params.otherField)) return pairs;
  for (String term : doc[params.field]) {
    if (!term.startsWith(params.prefix)) continue;
    String value = term.substring(params.prefix.length());
    for (String other : doc[params.otherField]) {
      if (other.startsWith(params.otherPrefix)) {
        pairs.add(value + params.separator + other.substring(params.otherPrefix.length()));
      }
    }
  }
  return pairs;`;

/** Counts facets among the matches, exactly for any number of shards unless a request allows less. */
export async function countFacets(
  ask: Ask,
  matching: Matching,
  requests: readonly FacetRequest[],
  { isOneShard, mostValues }: FacetCounting,
): Promise<readonly Facet[]> {
  const counted = new Map<FacetRequest, AnsweredTerms>();
  let inexact = requests;
  let asked = 0;
  for (const step of SHARD_SIZES.slice(isOneShard ? 0 : 1)) {
    const sizeOf = ({ mayEstimate = false, size }: FacetRequest): number =>
      Math.max(size, mayEstimate ? Math.min(step, mostValues) : step);
    const due = inexact.filter((request) => sizeOf(request) > asked);
    if (due.length === 0) break;
    for (const [request, terms] of await countTerms(ask, matching, due, sizeOf)) counted.set(request, terms);
    inexact = due.filter((request) => counted.get(request)?.doc_count_error_upper_bound !== 0);
    asked = step;
  }
  return requests.map((request) => facetOf(request, counted.get(request), matching.columns));
}

async function countTerms(
  ask: Ask,
  matching: Matching,
  requests: readonly FacetRequest[],
  shardSizeOf: (request: FacetRequest) => number,
): Promise<(readonly [FacetRequest, AnsweredTerms])[]> {
  const { columns } = matching;
  const aggregations = requests.map(
    (request, i) => [`f${i}`, { terms: termsClause(request, shardSizeOf(request), columns) }] as const,
  );
  const answer = await askMatching(ask, matching, { size: 0, aggs: Object.fromEntries(aggregations) });
  return requests.flatMap((request, i) => {
    const terms = answer.aggregations?.[`f${i}`];
    return terms === undefined ? [] : [[request, terms] as const];
  });
}

function termsClause(
  { fields: [field, other], size }: FacetRequest,
  shardSize: number,
  columns: Columns,
): Clause {
  const column = columns.of(field);
  const common = {
    // OpenSearch rejects size 0; `facetOf` drops the extra bucket.
    size: Math.max(1, size),
    shard_size: shardSize,
    order: [{ _count: 'desc' }, { _key: 'asc' }],
  };
  if (other === undefined) return { ...common, field: column.name, ...onlyTermsOf(column) };
  const otherColumn = columns.of(other);
  const params = {
    field: column.name,
    prefix: column.prefix,
    otherField: otherColumn.name,
    otherPrefix: otherColumn.prefix,
    separator: BETWEEN_VALUES,
  };
  return { ...common, value_type: 'string', script: { source: PAIRS_SCRIPT, params } };
}

function facetOf(
  { fields: [field, other], size }: FacetRequest,
  terms: AnsweredTerms | undefined,
  columns: Columns,
): Facet {
  if (terms === undefined) return { buckets: [], total: 0 };
  const { buckets, doc_count_error_upper_bound: error, sum_other_doc_count: others } = terms;
  const { prefix } = columns.of(field);
  const valuesOf = (key: string): readonly (string | number)[] =>
    other === undefined ? [decodeValue(key.slice(prefix.length))] : decodePair(key);
  return {
    buckets: buckets.slice(0, size).map(({ key, doc_count: count }) => ({ values: valuesOf(key), count })),
    total: buckets.reduce((sum, { doc_count: count }) => sum + count, others),
    ...(error !== 0 && { error }),
  };
}
