import { hash53 } from '../../../util/fingerprint.ts';
import type { JsonObject } from '../../../util/json.ts';
import { END_OF_WORD } from './terms.ts';

/**
 * Number of index fields that hold values. Fields of search documents are distributed over them by a hash of their
 * name, so that a document has few values in each, and counting or sorting by a field reads few values of others.
 */
const VALUE_FIELDS = 64;

/** `max_result_window`: OpenSearch rejects pages that end beyond it. Far above the limits of the catalog. */
export const RESULT_WINDOW = 10_000_000;

/** Names of the fixed fields of the index. */
export const FIELDS = {
  urn: 'urn',
  type: 'type',
  /** Names of the document's fields that have values. */
  present: 'present',
  /** Case-folded texts, for comparison ignoring case and for patterns. */
  folded: 'folded',
  /** Words of full-text fields, and their parts. */
  words: 'words',
  /** Normalized frequency of each word, by `shortName` of its term. */
  frequencies: 'frequencies',
  /** Words of exact values, in order. */
  phrases: 'phrases',
} as const;

/** Index field with the exact values of a field, as terms. */
export function valueField(field: string): string {
  return `values_${hash53(field) % VALUE_FIELDS}`;
}

/** Shards and replicas of an index. */
export interface ShardOptions {
  readonly shards: number;
  /** Value of `auto_expand_replicas`, such as `0-1`: as many replicas as there are nodes for, up to the maximum. */
  readonly replicas: string;
}

/** Settings and mapping of a document index; independent of the fields that documents have. */
export function documentsIndex({ shards, replicas }: ShardOptions): JsonObject {
  return {
    settings: {
      number_of_shards: shards,
      auto_expand_replicas: replicas,
      // Explicit, because by default OpenSearch stops refreshing an index that is not searched for a while.
      refresh_interval: '1s',
      // Keeps versions of deleted documents, so that a delayed write of a suspended process cannot restore them.
      gc_deletes: '1h',
      // All above the limits of the catalog itself.
      max_result_window: RESULT_WINDOW,
      max_terms_count: 1_000_000,
      max_regex_length: 100_000,
      analysis: {
        tokenizer: {
          given_words: {
            type: 'char_group',
            tokenize_on_chars: [END_OF_WORD],
            max_token_length: 32_766,
          },
        },
        analyzer: { given_words: { type: 'custom', tokenizer: 'given_words' } },
      },
    },
    mappings: { dynamic: 'strict', _source: { enabled: false }, properties: fixedFields() },
  };
}

/** Settings and mapping of the index with the state of a generation: one document, never searched. */
export function stateIndex(replicas: string): JsonObject {
  return {
    settings: { number_of_shards: 1, auto_expand_replicas: replicas },
    mappings: { dynamic: 'strict', properties: { state: { type: 'object', enabled: false } } },
  };
}

function fixedFields(): JsonObject {
  // Fields that are only matched, never counted or sorted, need no doc values.
  const finding = { type: 'keyword', doc_values: false };
  const values = Array.from(
    { length: VALUE_FIELDS },
    (_, i) => [`values_${i}`, { type: 'keyword' }] as const,
  );
  return {
    [FIELDS.urn]: { type: 'keyword' },
    [FIELDS.type]: { type: 'keyword' },
    [FIELDS.present]: finding,
    [FIELDS.folded]: finding,
    [FIELDS.words]: finding,
    [FIELDS.frequencies]: { type: 'rank_features' },
    [FIELDS.phrases]: { type: 'text', analyzer: 'given_words', norms: false },
    ...Object.fromEntries(values),
  };
}
