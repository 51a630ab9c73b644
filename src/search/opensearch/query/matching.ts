import type { Columns } from '../document/columns.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Query } from '../../search-index.ts';
import { WORTH_OF_NAME, exactName } from '../../text/exact-name.ts';
import { queryTerms, type QueryTerm } from '../../text/query-terms.ts';
import { askOne, hitCountOf, type Answer, type Ask, type SearchBody } from './answer.ts';
import { allClauses, anyClause, conditionsOf, type Clause } from './clause.ts';
import { canEngineWeigh, countFrequencies } from './count-frequencies.ts';
import { clauseOf } from './expression-clause.ts';
import { occurrenceClause } from './word-clauses.ts';
import {
  RARITIES_OF_ENGINE,
  WORTH_OF_A_WORD,
  orderClauses,
  raritiesOf,
  scoreClauses,
  type Rarities,
} from './word-scores.ts';

/** A query with its analyzed words. */
export interface Matching {
  readonly query: Query;
  readonly columns: Columns;
  readonly words: readonly QueryTerm[];
  /** Rarities of the words; absent without scoring. */
  readonly rarities?: Rarities;
}

/** Number of matches, and whether they contain all words of the query or, because none does, any of them. */
export interface Counted {
  readonly total: number;
  /** Whether there may be more. */
  readonly isBound: boolean;
  readonly which: 'all' | 'any';
}

/** Prepares a query without scoring. */
export function matchingOf(query: Query, columns: Columns): Matching {
  if (query.words === undefined) return { query, columns, words: [] };
  const fields = query.words.fields.filter(({ field }) => columns.mayHaveWords(field));
  const words = { ...query.words, fields };
  return { query: { ...query, words }, columns, words: queryTerms(words.text) };
}

/** Prepares a query for scoring by the engine's own statistics; undefined where they do not apply. */
export function weighedMatching(matching: Matching): Matching | undefined {
  const { columns, query, words } = matching;
  const isWeighed = query.words !== undefined && canEngineWeigh(words, query.words, columns);
  return isWeighed ? { ...matching, rarities: RARITIES_OF_ENGINE } : undefined;
}

/** Prepares a query for scoring: counts the document frequencies of its words. */
export async function scoredMatching(ask: Ask, matching: Matching): Promise<Matching> {
  const { columns, query, words } = matching;
  if (query.words === undefined || words.length === 0) return matching;
  return { ...matching, rarities: raritiesOf(await countFrequencies(ask, words, query.words, columns)) };
}

/** Searches for documents with all words and, if there are none, with any. `rest`: other members of the request. */
export async function askMatching(ask: Ask, matching: Matching, rest: JsonObject): Promise<Answer> {
  // One match shows whether there are any.
  const body = { ...rest, track_total_hits: 1 };
  const bodyOf = (which: Counted['which']): SearchBody => ({ ...body, query: queryClause(matching, which) });
  return (await askAllThenAny(ask, matching, bodyOf)).answer;
}

/**
 * Counts documents with all words and, if there are none, with any. The engine stops at `most` matches per shard and
 * then returns a lower bound; absent: it counts all.
 */
export async function countMatches(ask: Ask, matching: Matching, most?: number): Promise<Counted> {
  const { answer, which } = await askAllThenAny(ask, matching, (which) =>
    countingBody(matching, which, most),
  );
  return { ...countOf(answer), which };
}

/** Body of a search that only counts: all matches, or up to `most`. */
export function countingBody(matching: Matching, which: Counted['which'], most?: number): SearchBody {
  return { size: 0, track_total_hits: most ?? true, query: queryClause(matching, which) };
}

/** Number of matches of an answer. */
export function countOf(answer: Answer): Omit<Counted, 'which'> {
  const { value, relation } = hitCountOf(answer);
  return { total: value, isBound: relation === 'gte' };
}

/** Searches for documents with all words and, if there are none, with any; the answer must have a total. */
export async function askAllThenAny(
  ask: Ask,
  { query, words }: Matching,
  bodyOf: (which: Counted['which']) => SearchBody,
): Promise<{ readonly answer: Answer; readonly which: Counted['which'] }> {
  const askFor = (which: Counted['which']): Promise<Answer> => askOne(ask, bodyOf(which));
  const answer = await askFor('all');
  const isEnough = hitCountOf(answer).value > 0 || words.length < 2 || query.words?.isStrict === true;
  return isEnough ? { answer, which: 'all' } : { answer: await askFor('any'), which: 'any' };
}

/**
 * Clause of a query; it scores if `matching` has rarities. Whether the order of words scores depends on `total`, the
 * number of matches.
 */
export function queryClause(
  { query, columns, words, rarities }: Matching,
  which: Counted['which'],
  total = 0,
): Clause {
  const where = clauseOf(query.where, columns);
  if (query.words === undefined) return allClauses([where]);
  const { words: wordQuery } = query;
  const fields = wordQuery.fields.map(({ field }) => field);
  const occurrences = words.map((word) => occurrenceClause(word, fields));
  const matched = which === 'any' || words.length === 0 ? anyClause(occurrences) : allClauses(occurrences);
  if (rarities === undefined) return allClauses([where, matched]);
  const scores = words.flatMap((word) => scoreClauses(word, wordQuery, rarities, columns));
  const name = exactName(wordQuery);
  const ofName = name === undefined ? [] : [worthOf(clauseOf(name, columns), WORTH_OF_NAME)];
  const order = [...orderClauses(words, wordQuery, rarities, total), ...ofName];
  // The engine scores each occurrence of the words, so that the scoring clause also matches, and postings are read
  // once.
  if (rarities.areEngines && which === 'all') {
    return { bool: { ...conditionsOf([where]), must: scores, should: order } };
  }
  const worths = which === 'any' ? occurrences.map((clause) => worthOf(clause, WORTH_OF_A_WORD)) : [];
  return { bool: { ...conditionsOf([where, matched]), should: [...scores, ...order, ...worths] } };
}

/** Adds a fixed score to the documents that match a clause. */
function worthOf(filter: Clause, boost: number): Clause {
  return { constant_score: { filter, boost } };
}
