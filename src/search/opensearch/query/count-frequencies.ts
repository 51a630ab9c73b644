import { MATCH_ALL } from '../../expression.ts';
import type { WordQuery } from '../../search-index.ts';
import type { QueryTerm } from '../../text/query-terms.ts';
import type { Columns } from '../document/columns.ts';
import { totalOf, type Ask } from './answer.ts';
import { EVERYTHING, allClauses, type Clause } from './clause.ts';
import { clauseOf } from './expression-clause.ts';
import { anyFrequent, countLookups, frequencyFilters, type Frequencies } from './word-scores.ts';

/** Maximum pairs of word and field that the engine looks up one by one. */
const MOST_LOOKUPS = 64;

/**
 * Whether the engine can weigh the words of a query itself: not where the caller may not see all documents, and not prefixes,
 * for which it has no frequency.
 */
export function canEngineWeigh(words: readonly QueryTerm[], query: WordQuery, columns: Columns): boolean {
  const { among = MATCH_ALL, fields } = query;
  return (
    columns.has('rarities') &&
    among.kind === 'all' &&
    words.length > 0 &&
    fields.length > 0 &&
    words.every(({ isPrefix }) => !isPrefix) &&
    // A clause that scores nothing would not match.
    fields.every(({ boost }) => boost > 0) &&
    countLookups(words, query) <= MOST_LOOKUPS
  );
}

/** Counts the documents with each word in each field, among those from which its rarity is computed. */
export async function countFrequencies(
  ask: Ask,
  words: readonly QueryTerm[],
  query: WordQuery,
  columns: Columns,
): Promise<Frequencies> {
  const filters = Object.entries(frequencyFilters(words, query));
  const clauses = filters.map(([, clause]) => clause);
  const { among = MATCH_ALL } = query;
  const isLookup = among.kind === 'all' && clauses.length <= MOST_LOOKUPS;
  const { counts, total } = isLookup
    ? await lookUp(ask, clauses)
    : await countTogether(ask, clauses, clauseOf(among, columns), anyFrequent(words, query));
  const of = new Map(filters.map(([key], i) => [key, counts[i] ?? 0]));
  // Documents may have been added between the searches; no frequency may exceed the total.
  return { total: counts.reduce((most, count) => Math.max(most, count), total), of };
}

interface Counts {
  readonly total: number;
  /** Counts in the order of the clauses. */
  readonly counts: readonly number[];
}

/** Counts among all documents, without reading any: the engine knows how many have a term. */
async function lookUp(ask: Ask, clauses: readonly Clause[]): Promise<Counts> {
  const searches = [EVERYTHING, ...clauses].map((query) => ({ size: 0, track_total_hits: true, query }));
  const [total = 0, ...counts] = (await ask(searches)).map(totalOf);
  return { total, counts };
}

/** Counts among some documents, reading those with any of the words once. */
async function countTogether(
  ask: Ask,
  clauses: readonly Clause[],
  among: Clause,
  any: Clause,
): Promise<Counts> {
  // Aggregations have generated names, because keys contain brackets, which names must not.
  const aggs = Object.fromEntries(clauses.map((filter, i) => [`w${i}`, { filter }]));
  const [all, counted] = await ask([
    { size: 0, track_total_hits: true, query: among },
    // Restricted to documents with any of the words, because OpenSearch visits every document that matches.
    { size: 0, track_total_hits: false, query: allClauses([among, any]), aggs },
  ]);
  return {
    total: all === undefined ? 0 : totalOf(all),
    counts: clauses.map((_, i) => counted?.aggregations?.[`w${i}`]?.doc_count ?? 0),
  };
}
