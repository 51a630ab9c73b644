import { queryTerms } from '../../../src/search/text/query-terms.ts';
import type {
  Bucket,
  DocumentChange,
  Facet,
  FacetRequest,
  Query,
  SearchDocument,
  SortKey,
  Spread,
  SpreadRequest,
} from '../../../src/search/search-index.ts';
import { matches, occurs } from '../../support/naive-expression.ts';

/** Sort value of a document; null if it has none. */
export type NaiveSortValue = string | number | null;

/** Position of a document in a sort order. */
export interface NaivePosition {
  readonly values: readonly NaiveSortValue[];
  readonly urn: string;
}

/** Reference implementation of a search index: scans all documents for each query. */
export class NaiveIndex {
  readonly #documents = new Map<string, SearchDocument>();

  apply(changes: readonly DocumentChange[]): void {
    for (const change of changes) {
      if ('removed' in change) this.#documents.delete(change.urn);
      else this.#documents.set(change.urn, change);
    }
  }

  /** All documents, in no particular order. */
  documents(): SearchDocument[] {
    return [...this.#documents.values()];
  }

  /** All matches after `after`, ordered by the sort keys, then by urn. */
  search(query: Query, sort: readonly SortKey[], after?: NaivePosition): SearchDocument[] {
    const found = this.#matching(query).sort((a, b) =>
      comparePositions(positionOf(a, sort), positionOf(b, sort), sort),
    );
    if (after === undefined) return found;
    return found.filter((document) => comparePositions(positionOf(document, sort), after, sort) > 0);
  }

  /** Matches, unordered. If no document has all words, those with any word, unless the query is strict. */
  #matching(query: Query): SearchDocument[] {
    const { words } = query;
    const possible = this.documents().filter((document) => matchesQuery(document, query));
    if (words === undefined) return possible;
    const terms = queryTerms(words.text);
    const fields = words.fields.map(({ field }) => field);
    const countOf = ({ texts }: SearchDocument): number =>
      terms.filter((word) => occurs(word, fields, texts)).length;
    const all = possible.filter((document) => terms.length > 0 && countOf(document) === terms.length);
    if (all.length > 0 || words.isStrict === true) return all;
    return possible.filter((document) => countOf(document) > 0);
  }

  facet(query: Query, { fields, size }: FacetRequest): Facet {
    const buckets = new Map<string, { values: (string | number)[]; count: number }>();
    for (const document of this.search(query, [])) {
      for (const values of distinctTuples(document, fields)) {
        const key = JSON.stringify(values);
        const bucket = buckets.get(key) ?? { values, count: 0 };
        bucket.count++;
        buckets.set(key, bucket);
      }
    }
    const all = [...buckets.values()].sort(compareBuckets);
    return { buckets: all.slice(0, size), total: all.reduce((sum, { count }) => sum + count, 0) };
  }

  spread(query: Query, { field, quantiles }: SpreadRequest): Spread | undefined {
    const numbers = this.search(query, [])
      .flatMap((document) => distinctTuples(document, [field]).flat())
      .filter((value) => typeof value === 'number')
      .sort((a, b) => a - b);
    const [min] = numbers;
    if (min === undefined) return undefined;
    const at = (share: number): number => numbers[Math.max(0, Math.ceil(share * numbers.length) - 1)] ?? min;
    return { values: numbers.length, min, max: at(1), quantiles: quantiles.map(at) };
  }
}

export function positionOf(document: SearchDocument, sort: readonly SortKey[]): NaivePosition {
  return { values: sort.map((key) => sortValueOf(document, key)), urn: document.urn };
}

/** Whether a document matches entity types and filter; ignores the words. */
function matchesQuery(document: SearchDocument, { entityTypes, where }: Query): boolean {
  return entityTypes.includes(document.entityType) && matches(where, fieldsOf(document), document.texts);
}

function fieldsOf(document: SearchDocument): ReadonlyMap<string, readonly string[] | readonly number[]> {
  return new Map([...document.values, ['urn', [document.urn]], ['_entityType', [document.entityType]]]);
}

function sortValueOf(document: SearchDocument, { field, descending }: SortKey): NaiveSortValue {
  const values = [...(fieldsOf(document).get(field) ?? [])].sort(compareValues);
  return (descending ? values.at(-1) : values[0]) ?? null;
}

function comparePositions(a: NaivePosition, b: NaivePosition, sort: readonly SortKey[]): number {
  for (const [i, { descending }] of sort.entries()) {
    const [left = null, right = null] = [a.values[i], b.values[i]];
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = compareValues(left, right) * (descending ? -1 : 1);
    if (order !== 0) return order;
  }
  return compareValues(a.urn, b.urn);
}

/** Numbers before texts, texts by UTF-16 code unit. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function distinctTuples(document: SearchDocument, fields: FacetRequest['fields']): (string | number)[][] {
  const [first, second] = fields.map((field) => [
    ...new Set<string | number>(fieldsOf(document).get(field) ?? []),
  ]);
  const left = (first ?? []).map(withoutNegativeZero);
  if (fields.length === 1) return left.map((value) => [value]);
  return left.flatMap((value) => (second ?? []).map((other) => [value, withoutNegativeZero(other)]));
}

/** -0 and 0 are one value. */
function withoutNegativeZero(value: string | number): string | number {
  return value === 0 ? 0 : value;
}

function compareBuckets(a: Bucket, b: Bucket): number {
  if (a.count !== b.count) return b.count - a.count;
  for (const [i, value] of a.values.entries()) {
    const order = compareValues(value, b.values[i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
