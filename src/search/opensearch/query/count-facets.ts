import type { Facet, FacetRequest } from '../../search-index.ts';
import type { Columns } from '../document/columns.ts';
import { BETWEEN_VALUES, decodePair, decodeValue } from '../document/terms.ts';
import type { AnsweredTerms, Ask } from './answer.ts';
import type { Clause } from './clause.ts';
import { askMatching } from './matching.ts';
import type { Matching } from './matching.ts';
import { onlyTermsOf } from './regexp.ts';

/**
 * Values of `shard_size` to try until counts are exact: the number of buckets that each shard, or each slice of
 * one, returns. The first is for a single shard, which has all counts itself, unless it is searched in slices
 * (OpenSearch 3 or newer).
 */
const SHARD_SIZES = [1, 10_000, 2 ** 31 - 1];

/** Emits every pair of a value of one field and a value of another that a document has; terms sort like the pairs. */
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

/** Counts facets among the matches, exactly for any number of shards. */
export async function countFacets(
  ask: Ask,
  matching: Matching,
  requests: readonly FacetRequest[],
  isOneShard: boolean,
): Promise<readonly Facet[]> {
  let counted: readonly (AnsweredTerms | undefined)[] = [];
  for (const shardSize of SHARD_SIZES.slice(isOneShard ? 0 : 1)) {
    counted = await countTerms(ask, matching, requests, shardSize);
    if (counted.every((terms) => terms?.doc_count_error_upper_bound === 0)) break;
  }
  return requests.map((request, i) => facetOf(request, counted[i], matching.columns));
}

async function countTerms(
  ask: Ask,
  matching: Matching,
  requests: readonly FacetRequest[],
  shardSize: number,
): Promise<(AnsweredTerms | undefined)[]> {
  const aggregations = requests.map(
    (request, i) => [`f${i}`, { terms: termsClause(request, shardSize, matching.columns) }] as const,
  );
  const answer = await askMatching(ask, matching, { size: 0, aggs: Object.fromEntries(aggregations) });
  return requests.map((_, i) => answer.aggregations?.[`f${i}`]);
}

function termsClause(
  { fields: [field, other], size }: FacetRequest,
  shardSize: number,
  columns: Columns,
): Clause {
  const column = columns.of(field);
  const common = {
    // OpenSearch rejects size 0; `facetOf` cuts the extra bucket.
    size: Math.max(1, size),
    shard_size: Math.max(size, shardSize),
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
  const { buckets, sum_other_doc_count: others } = terms;
  const { prefix } = columns.of(field);
  const valuesOf = (key: string): readonly (string | number)[] =>
    other === undefined ? [decodeValue(key.slice(prefix.length))] : decodePair(key);
  return {
    buckets: buckets.slice(0, size).map(({ key, doc_count: count }) => ({ values: valuesOf(key), count })),
    total: buckets.reduce((sum, { doc_count: count }) => sum + count, others),
  };
}
