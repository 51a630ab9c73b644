import type { CommitMark, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';
import type { FillProgress } from './fill-progress.ts';
import type { SharedProgress } from './shared-progress.ts';

/**
 * Values of one field of a document: all strings or all numbers, never empty. Booleans are 'true'/'false', dates
 * epoch ms.
 */
export type FieldValues = readonly string[] | readonly number[];

/**
 * The indexed form of one entity, derived from its aspects and always replaced as a whole. Fields in `values` serve
 * exact filters, facets and sorting; fields in `texts` serve full-text search.
 */
export interface SearchDocument {
  readonly urn: Urn;
  readonly entityType: string;
  readonly values: ReadonlyMap<string, FieldValues>;
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** Change of one entity: its new document, or its removal. */
export type DocumentChange = SearchDocument | { readonly urn: Urn; readonly removed: true };

/**
 * A full-text query. Every word must occur in one of the fields; a field's boost multiplies the score of a match in
 * it. When no document has all words, documents with any of them match, those with most words first, unless
 * `isStrict`. `queryTerms` defines what counts as an occurrence, `weighOrder` what the order of words scores, and `exactName`
 * which documents come before all others with the same words, because the text is their name.
 */
export interface WordQuery {
  readonly text: string;
  readonly isStrict?: boolean;
  /**
   * Restricts the documents from which word frequencies are computed, so that scores reveal nothing about hidden ones.
   * Absent: all documents of the index, or of the queried types where the index stores types apart.
   */
  readonly among?: Expression;
  readonly fields: readonly { readonly field: string; readonly boost: number }[];
}

/**
 * One key of a sort order. Ascending compares a document's smallest value, descending its largest: numbers before
 * texts, texts by UTF-16 unit (reversed when descending). Documents without a value come last in either direction.
 */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Selects documents. */
export interface Query {
  /** Entity types to search; never empty. */
  readonly entityTypes: readonly string[];
  readonly where: Expression;
  /** Absent: every document that `where` matches, all with score 1. */
  readonly words?: WordQuery;
}

declare const VISIBLE: unique symbol;

/**
 * Marks a query that an index may run: limited to what a caller may see, or deliberately unlimited for a job. Only
 * `search/unrestricted.ts` creates the mark, and `query/` derives it from a scope.
 */
export type Visible<T> = T & { readonly [VISIBLE]: true };

/** A query limited to what its caller may find. */
export interface VisibleQuery extends Query {
  readonly where: Visible<Expression>;
}

/** A request for one page. */
export interface PageRequest extends Query {
  /** Empty: by score, highest first, then by urn. Otherwise by these keys, then by urn. */
  readonly sort: readonly SortKey[];
  /** Number of hits to skip; 0 together with `after`. */
  readonly from: number;
  /** Maximum hits of the page. */
  readonly size: number;
  /** Cursor: `next` of the previous page of the same request. */
  readonly after?: string;
  /** How long to keep the state of a ranked scroll after this page, in ms. Absent: the page has no `next`. */
  readonly keepAliveMs?: number;
  /** Whether a lower bound of the total suffices, where the engine stops counting at one. */
  readonly mayBound?: boolean;
}

/** One matching entity. */
export interface Hit {
  readonly urn: Urn;
  readonly entityType: string;
  readonly score: number;
}

/** One page of hits. */
export interface Page {
  /** Number of hits on all pages, or a lower bound. */
  readonly total: number;
  /** Whether there may be more hits than `total`; only if the request allows it. */
  readonly isBound?: boolean;
  readonly hits: readonly Hit[];
  /** Cursor of the next page; present if more hits follow and `keepAliveMs` is set. */
  readonly next?: string;
}

/** The values to count; two fields count pairs of values. */
export interface FacetRequest {
  readonly fields: readonly [string] | readonly [string, string];
  /** Maximum buckets to return. */
  readonly size: number;
  /** Whether estimated counts suffice, where exact counts would need more values of each shard than the engine allows. */
  readonly mayEstimate?: boolean;
}

/** One value (or pair) of a facet and the number of matching documents that have it. */
export interface Bucket {
  readonly values: readonly (string | number)[];
  readonly count: number;
}

/** The most frequent values of a field. */
export interface Facet {
  /** By count, highest first; equal counts by value ascending, numbers before texts. */
  readonly buckets: readonly Bucket[];
  /** Sum of the counts of all values (or pairs), including those beyond `size`. */
  readonly total: number;
  /**
   * Maximum amount by which counts, including those of omitted values, may be too low. Absent: the facet is exact. Only
   * if the request allows it.
   */
  readonly error?: number;
}

/** A field to compute the distribution of. */
export interface SpreadRequest {
  readonly field: string;
  /** Shares of the values, 0 to 1. */
  readonly quantiles: readonly number[];
}

/** Distribution of the numbers of a field among the matching documents. */
export interface Spread {
  /** Number of values; each counts once for each document that has it. */
  readonly values: number;
  readonly min: number;
  readonly max: number;
  /**
   * For each requested share, the smallest number that at least this share of the values does not exceed (nearest
   * rank).
   */
  readonly quantiles: readonly number[];
}

/** A word that may be misspelt. */
export interface SimilarWordsRequest {
  /** Entity types to search; never empty. An index that stores all types together searches all. */
  readonly entityTypes: readonly string[];
  /** Folded. */
  readonly word: string;
  /** Fields whose words are compared. */
  readonly fields: readonly string[];
  /** Maximum words to return. */
  readonly most: number;
}

/**
 * The port of a search index: state derived from the store, which may be deleted and rebuilt.
 *
 * Invariants of every engine:
 * - `apply` is idempotent, and changes take effect in call order. If `isImmediate`, every read after its promise
 *   resolved sees the changes.
 * - Counts and totals are exact, unless the request allows less (`mayBound`, `mayEstimate`) and the answer says so.
 * - A scroll by urn or by sort keys returns every entity that matches throughout exactly once, despite concurrent
 *   writes. A ranked scroll reads the state of its first page, or the current one where the engine could not keep it.
 * - Scopes are not evaluated here: access limits are part of `where`, as the type of every query requires.
 *
 * Errors of all reads: INVALID_REQUEST for a cursor that is malformed, expired or of another request, and for a query
 * too complex for OpenSearch; TIMEOUT when the embedded index needs more than 2 s; UNAVAILABLE when OpenSearch does not
 * answer, refuses or has lost an index; INTERNAL for any other answer of OpenSearch.
 */
export interface SearchReader {
  /** True when a change is searchable once `apply` has resolved. */
  readonly isImmediate: boolean;

  /** Sequence of the last commit known to be contained completely; 0 when the index is new. */
  position(): Sequence;

  /**
   * Resolves when all changes of the commits up to `sequence` are searchable; at once if `isImmediate` and not
   * `isShared`. UNAVAILABLE when the writing process does not reach it within the request timeout.
   */
  visible(sequence: Sequence): Promise<void>;

  /** One page of matching entities. If `from + size` reaches 10,000,000, OpenSearch returns no hits. */
  search(request: PageRequest & VisibleQuery): Promise<Page>;

  /**
   * Facets over the matching entities, one per request, in order. The embedded index rejects pairs with the urn
   * field (INVALID_REQUEST).
   */
  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]>;

  /**
   * Exact distributions over the matching entities, one per request, in order; undefined where no entity has a
   * number.
   */
  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]>;

  /** Number of matching entities. */
  count(query: VisibleQuery): Promise<number>;

  /**
   * Other words of these fields that differ in at most `mostEdits` letters, the most similar first; some may be missing
   * from a large index. They may occur only in documents that the caller may not see: use them only where a search for
   * them finds one.
   */
  similarWords(request: SimilarWordsRequest): Promise<readonly string[]>;

  /**
   * Distinct values of one field by urn, ascending. Entities without a value or a document are left out. No limit.
   */
  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>>;
}

/**
 * Lets several processes fill a shared index at once. Each takes ranges, by leases of the store, and records those that it
 * has written. UNAVAILABLE when OpenSearch fails, or when the index has been replaced or removed.
 */
export interface SharedFill {
  /** Distinguishes the fill from other fills of the catalog, in names of leases. */
  readonly id: string;

  /**
   * Starts the fill with this progress on an empty index, or resumes an unfinished one, and makes it known to processes that
   * call `joinFill`. This process does not join it itself until the result is disposed.
   */
  begin(first: SharedProgress): Promise<Disposable>;

  /** Progress as this process last read or recorded it; undefined if none was ever recorded. */
  progress(): SharedProgress | undefined;

  /** Reads the progress as recorded by any process. */
  reload(): Promise<SharedProgress | undefined>;

  /** Changes the progress, atomically and durably. `change` is called again when another process was faster. */
  note(change: (found: SharedProgress) => SharedProgress): Promise<void>;

  /** Writes documents built from the latest rows, durably. Keeps documents that the change log has updated since. */
  write(changes: readonly DocumentChange[]): Promise<void>;
}

/** The port of a search index: its reads and its maintenance. */
export interface SearchIndex extends SearchReader, AsyncDisposable {
  /** Whether other processes write it too. Only one may write at a time (by a lease), and must call `reload` first. */
  readonly isShared: boolean;

  /**
   * Identity of the last contained commit that had an id, to detect a rewound store; undefined when none had.
   * Stored with the position.
   */
  mark(): CommitMark | undefined;

  /** Re-reads position and mark, which other processes may have written; does nothing if not `isShared`. */
  reload(): Promise<void>;

  /** False when part of a shared index is lost; always true if not `isShared`. */
  isWhole(): Promise<boolean>;

  /**
   * Replaces a damaged shared index with an empty one, atomically for all processes. Only the process that may write
   * may call it. Does nothing if not `isShared`.
   */
  startOver(): Promise<void>;

  /**
   * Applies the changes of the commits up to `sequence`; `id` is the id of the last one. After a crash, replay from
   * `position`: a shared index has stored the changes once the promise resolves, the embedded one only after `flush`.
   * UNAVAILABLE when OpenSearch fails, or another version of Colophon maintains the index; some changes may then be
   * stored: apply them again.
   */
  apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void>;

  /** Makes everything applied so far durable, so that the next start need not replay it. */
  flush(): Promise<void>;

  /** How far it was filled from the store, as last recorded; undefined if it is new. */
  fillProgress(): FillProgress | undefined;

  /** Records how far everything applied so far has filled it; stored with the next `flush`. Not if `isShared`. */
  recordFill(progress: FillProgress): void;

  /** Lets several processes fill it; undefined if not `isShared`. */
  readonly sharedFill: SharedFill | undefined;
}
