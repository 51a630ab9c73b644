import { hash53 } from '../../../util/fingerprint.ts';
import type { JsonObject } from '../../../util/json.ts';
import { END_OF_WORD } from './terms.ts';

/**
 * Fields of the index that hold values. Every field of a search document has its place in one of them, by a hash of its
 * name: a document then has few values in each, and counting or sorting by a field reads hardly any others.
 */
const VALUE_FIELDS = 64;

/** The engine answers no page that ends beyond; the limits of the catalog are its own. */
export const RESULT_WINDOW = 10_000_000;

/** Names of the fixed fields of the index. */
export const FIELDS = {
  urn: 'urn',
  type: 'type',
  /** Names of the fields of a document that have values. */
  present: 'present',
  /** Texts for comparing ignoring case and for patterns. */
  folded: 'folded',
  /** Words of the texts that are searched by words, and their parts. */
  words: 'words',
  /** How often, by `shortName` of the word's term. */
  frequencies: 'frequencies',
  /** Words of exact values in their order. */
  phrases: 'phrases',
} as const;

/** The field of the index that holds the exact values of a field, as terms. */
export function valueField(field: string): string {
  return `values_${hash53(field) % VALUE_FIELDS}`;
}

/** How an index is laid out over a cluster. */
export interface ShardOptions {
  readonly shards: number;
  /** As `auto_expand_replicas` takes it: the most replicas, as far as there are nodes for them. */
  readonly replicas: string;
}

/** Settings and mapping of an index of documents; it is the same whatever fields documents have. */
export function documentsIndex({ shards, replicas }: ShardOptions): JsonObject {
  return {
    settings: {
      number_of_shards: shards,
      auto_expand_replicas: replicas,
      // Explicit, so that an index that nobody asks for a while still shows changes after a second.
      refresh_interval: '1s',
      // A process that was suspended in a write must not bring back what has been deleted since.
      gc_deletes: '1h',
      // The limits of the catalog are its own; these are above all of them.
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

/** Settings and mapping of the index that holds the state of a generation, in one document that is never searched. */
export function stateIndex(replicas: string): JsonObject {
  return {
    settings: { number_of_shards: 1, auto_expand_replicas: replicas },
    mappings: { dynamic: 'strict', properties: { state: { type: 'object', enabled: false } } },
  };
}

function fixedFields(): JsonObject {
  // What only finds documents needs no column.
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
