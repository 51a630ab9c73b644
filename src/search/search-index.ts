import type { Scope } from '../model/scope.ts';
import type { CommitMark, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';

/** Values of one field of one document: all texts or all numbers, never empty. Booleans are `true` and `false`, dates epoch ms. */
export type FieldValues = readonly string[] | readonly number[];

/**
 * What an index knows of one entity: derived from its aspects, and replaced as a whole.
 * Fields under `values` answer exact filters, facets and sort orders; fields under `texts` are searched by words.
 */
export interface SearchDocument {
  readonly urn: Urn;
  readonly entityType: string;
  readonly values: ReadonlyMap<string, FieldValues>;
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** Change of one entity: its new document, or its urn when it is gone. */
export type DocumentChange = SearchDocument | { readonly urn: Urn; readonly removed: true };

/**
 * Words that must all occur, each in any of the fields; a field's boost multiplies the score of a match in it. When no
 * document has all of them, those that have any match, the ones with most of them first, unless the query is strict.
 * What counts as an occurrence is said by `soughtWords`.
 */
export interface WordQuery {
  readonly text: string;
  readonly isStrict?: boolean;
  /**
   * Of the documents of the types asked for those among which it is counted how rare a word is: scores would tell of
   * others. Absent: all of the index, or all of those types where it keeps types apart.
   */
  readonly among?: Expression;
  readonly fields: readonly { readonly field: string; readonly boost: number }[];
}

/** One key of a sort order on an index field; documents without a value come last in either direction. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** What to look for. */
export interface Query {
  /** Entity types to look in; never empty. */
  readonly entityTypes: readonly string[];
  readonly where: Expression;
  /** Absent: every document that `where` matches, all with score 1. */
  readonly words?: WordQuery;
}

/** One page to fetch. */
export interface PageRequest extends Query {
  /** Empty: by score, highest first, then by urn. Otherwise by these keys, then by urn. */
  readonly sort: readonly SortKey[];
  /** Hits to skip; not together with `after`. */
  readonly from: number;
  readonly size: number;
  /** Where the last page of the same request ended. */
  readonly after?: string;
  /** How long the state that a ranked scroll needs is kept after this page, in ms. Absent: no cursor is wanted. */
  readonly keepAliveMs?: number;
}

/** One matching entity. */
export interface Hit {
  readonly urn: Urn;
  readonly entityType: string;
  readonly score: number;
}

/** One page of hits and the exact number of all hits. */
export interface Page {
  readonly total: number;
  readonly hits: readonly Hit[];
  /** Present while more hits follow and a cursor was asked for. */
  readonly next?: string;
}

/** Which values to count; two fields count pairs of values. */
export interface FacetRequest {
  readonly fields: readonly [string] | readonly [string, string];
  /** Most buckets to return. */
  readonly size: number;
}

/** One value (or pair) of a facet with the number of matching documents that have it. */
export interface Bucket {
  readonly values: readonly (string | number)[];
  readonly count: number;
}

/** Buckets by count, highest first, equal counts by value, ascending. */
export interface Facet {
  readonly buckets: readonly Bucket[];
  /** Sum of the counts of all values (or pairs), also of those that did not fit. */
  readonly total: number;
}

/** A field whose numbers are to be summed up. */
export interface SpreadRequest {
  readonly field: string;
  /** Shares of the values, 0 to 1. */
  readonly quantiles: readonly number[];
}

/** How the numbers of a field are spread among the matching documents. */
export interface Spread {
  /** How many numbers there are; each counts once for each document that has it. */
  readonly values: number;
  readonly min: number;
  readonly max: number;
  /** For each share that was asked for, the least number such that at least this share of the values is no greater. */
  readonly quantiles: readonly number[];
}

/**
 * The port of a search index: state that is derived from the store and may be deleted and rebuilt.
 *
 * Invariants of every engine:
 * - `apply` is idempotent, and changes take effect in the order of the calls; once its promise resolves, every
 *   later read sees the changes (an engine that cannot promise that says so in `isImmediate`).
 * - Counts and totals are exact.
 * - A scroll by urn or by a sort order delivers every entity that matched throughout exactly once, whatever is
 *   written meanwhile; a ranked scroll shows the state of its first page.
 * - A cursor that is malformed, expired or of another request is INVALID_REQUEST.
 */
export interface SearchIndex extends AsyncDisposable {
  /** True when a change is searchable once `apply` has resolved. */
  readonly isImmediate: boolean;

  /** True when other processes write it, too: one at a time may, and has to `look` before it does. */
  readonly isShared: boolean;

  /** Number of the last commit whose changes are known to be contained; 0 when the index is new. */
  position(): Sequence;

  /**
   * The last commit contained that can be told from another one of the same number; undefined when the store never told.
   * It is kept with the position.
   */
  mark(): CommitMark | undefined;

  /** Takes note of how far other processes have brought the index; at once where it is not shared. */
  look(): Promise<void>;

  /** Whether everything is there that was applied; always where the index is not shared. */
  isWhole(): Promise<boolean>;

  /** Puts an empty index in place of one that is not whole, for all processes at once; one of them may, as for `apply`. */
  startOver(): Promise<void>;

  /** Takes over the changes of the commits up to `sequence`, of which `id` tells the last one from others of that number. */
  apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void>;

  /**
   * Resolves when all changes of the commits up to `sequence` can be found: at once where `isImmediate`. UNAVAILABLE when
   * that does not come about in time.
   */
  visible(sequence: Sequence): Promise<void>;

  /** One page of matching entities. */
  search(request: PageRequest, scope: Scope): Promise<Page>;

  /** Exact counts of values among the matching entities, one facet per request, in order. */
  aggregate(query: Query, facets: readonly FacetRequest[], scope: Scope): Promise<readonly Facet[]>;

  /** Exact spreads of numbers among the matching entities, one per request, in order; undefined where there is no number. */
  spread(
    query: Query,
    requests: readonly SpreadRequest[],
    scope: Scope,
  ): Promise<readonly (Spread | undefined)[]>;

  /** Number of matching entities. */
  count(query: Query, scope: Scope): Promise<number>;

  /**
   * Values of one field of the entities with these urns, each value once, in ascending order; entities without a
   * value, or without a document, are left out.
   */
  values(urns: readonly Urn[], field: string, scope: Scope): Promise<ReadonlyMap<Urn, FieldValues>>;

  /** Makes everything applied so far durable, so that the next start need not replay it. */
  flush(): Promise<void>;
}
