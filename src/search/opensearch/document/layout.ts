import type { JsonObject } from '../../../util/json.ts';
import { OWN, SHARED_COLUMNS } from './columns.ts';
import { BEFORE_IMPACT, END_OF_WORD } from './terms.ts';

/** `max_result_window`: OpenSearch rejects pages that end beyond it. Much larger than the limits of the catalog. */
export const RESULT_WINDOW = 10_000_000;

/** Names of the fixed fields of the index, besides the columns of exact values. */
export const FIELDS = {
  urn: 'urn',
  type: 'type',
  /** Names of the document's fields that have values. */
  present: 'present',
  /** Case-folded texts, for comparison ignoring case and for patterns. */
  folded: 'folded',
  /** Words of full-text fields, and their parts; their frequencies are their impacts. */
  words: 'words',
  /** Words of exact values, in order. */
  phrases: 'phrases',
} as const;

/**
 * Greater than the number of columns that a catalog may have: two for each field of the model, and for each mapped
 * property.
 */
const MOST_FIELDS = 20_000;
/** Maximum fields with their own column over the life of an index; the engine never removes one. */
export const MOST_OWN_COLUMNS = 9_000;

/** Shards and replicas of an index. */
export interface ShardOptions {
  readonly shards: number;
  /** Value of `auto_expand_replicas`, such as `0-1`: as many replicas as there are nodes for, up to the maximum. */
  readonly replicas: string;
}

/** Explicit, because by default OpenSearch stops refreshing an index that is not searched for some time. */
export const REFRESH_INTERVAL = '1s';

/**
 * Factor in the boost of a clause that makes the similarities multiply by the rarity of its terms (`idf`) among all
 * documents. A power of two, much larger than other boosts, so that the rest of the boost stays exact.
 */
export const TIMES_RARITY = 2 ** 64;
/** The term's rarity if the boost has the factor; otherwise the boost, which contains a rarity counted by the catalog. */
const WEIGHT = `
  double factor = ${TIMES_RARITY}.0;
  if (query.boost < ${2 ** 32}.0) return query.boost;
  return query.boost / factor * Math.log(1 + (field.docCount - term.docFreq + 0.5) / (term.docFreq + 0.5));`;
const SIMILARITIES = {
  impact: {
    type: 'scripted',
    weight_script: { source: WEIGHT },
    script: { source: 'return weight * doc.freq;' },
  },
  // The engine adds the scores of both words.
  pair: { type: 'scripted', weight_script: { source: WEIGHT }, script: { source: 'return weight / 2;' } },
};

/** Settings and mapping of a document index. The engine adds own columns when documents first use them. */
export function documentsIndex(
  { shards, replicas }: ShardOptions,
  { hasImpacts, refreshInterval }: { readonly hasImpacts: boolean; readonly refreshInterval: string },
): JsonObject {
  return {
    settings: {
      number_of_shards: shards,
      // Documents are sorted in page order, so that the engine stops reading when a page is full.
      sort: { field: FIELDS.urn, order: 'asc' },
      auto_expand_replicas: replicas,
      refresh_interval: refreshInterval,
      // Keeps versions of deleted documents, so that a delayed write of a suspended process cannot restore them.
      gc_deletes: '1h',
      // All greater than the limits of the catalog itself.
      max_result_window: RESULT_WINDOW,
      max_terms_count: 1_000_000,
      max_regex_length: 100_000,
      mapping: { total_fields: { limit: MOST_FIELDS } },
      analysis: {
        tokenizer: {
          given_words: {
            type: 'char_group',
            tokenize_on_chars: [END_OF_WORD],
            // The longest term with an impact.
            max_token_length: 33_000,
          },
        },
        filter: { impacts: { type: 'delimited_term_freq', delimiter: BEFORE_IMPACT } },
        analyzer: {
          given_words: { type: 'custom', tokenizer: 'given_words' },
          counted_words: { type: 'custom', tokenizer: 'given_words', filter: ['impacts'] },
        },
      },
      similarity: SIMILARITIES,
    },
    mappings: {
      dynamic: 'strict',
      _source: { enabled: false },
      date_detection: false,
      dynamic_templates: [
        { terms: { path_match: `${OWN.terms}.*`, mapping: { type: 'keyword' } } },
        { numbers: { path_match: `${OWN.numbers}.*`, mapping: { type: 'double' } } },
      ],
      properties: fixedFields(hasImpacts),
    },
  };
}

/** Settings and mapping of the index with the state of a generation: one document, never searched. */
export function stateIndex(replicas: string): JsonObject {
  return {
    settings: { number_of_shards: 1, auto_expand_replicas: replicas },
    mappings: { dynamic: 'strict', properties: { state: { type: 'object', enabled: false } } },
  };
}

function fixedFields(hasImpacts: boolean): JsonObject {
  // Fields that are only matched, never counted or sorted, need no doc values.
  const finding = { type: 'keyword', doc_values: false };
  const counting = {
    type: 'text',
    analyzer: 'counted_words',
    similarity: 'impact',
    index_options: 'freqs',
    norms: false,
  };
  const values = Array.from(
    { length: SHARED_COLUMNS },
    (_, i) => [`values_${i}`, { type: 'keyword' }] as const,
  );
  return {
    [FIELDS.urn]: { type: 'keyword' },
    [FIELDS.type]: { type: 'keyword' },
    [FIELDS.present]: finding,
    [FIELDS.folded]: finding,
    [FIELDS.words]: hasImpacts ? counting : finding,
    [FIELDS.phrases]: { type: 'text', analyzer: 'given_words', similarity: 'pair', norms: false },
    [OWN.terms]: { type: 'object', dynamic: true },
    [OWN.numbers]: { type: 'object', dynamic: true },
    ...Object.fromEntries(values),
  };
}
