import type { Columns } from '../document/columns.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Query } from '../../search-index.ts';
import { soughtWords } from '../../text/sought-words.ts';
import type { SoughtWord } from '../../text/sought-words.ts';
import { askOne, hitCountOf } from './answer.ts';
import type { Answer, Ask } from './answer.ts';
import { allClauses, anyClause } from './clause.ts';
import type { Clause } from './clause.ts';
import { countFrequencies } from './count-frequencies.ts';
import { clauseOf } from './expression-clause.ts';
import { occurrenceClause } from './word-clauses.ts';
import { WORTH_OF_A_WORD, orderClauses, scoreClauses } from './word-scores.ts';
import type { Frequencies } from './word-scores.ts';

/** A query with its analyzed words. */
export interface Matching {
  readonly query: Query;
  readonly columns: Columns;
  readonly words: readonly SoughtWord[];
  /** Document frequencies of the words; absent without scoring. */
  readonly frequencies?: Frequencies;
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
  return { query: { ...query, words }, columns, words: soughtWords(words.text) };
}

/** Prepares a query for scoring: counts the document frequencies of its words. */
export async function scoredMatching(ask: Ask, matching: Matching): Promise<Matching> {
  const { columns, query, words } = matching;
  if (query.words === undefined || words.length === 0) return matching;
  return { ...matching, frequencies: await countFrequencies(ask, words, query.words, columns) };
}

/** Searches for documents with all words and, if there are none, with any. `rest`: other members of the request. */
export async function askMatching(ask: Ask, matching: Matching, rest: JsonObject): Promise<Answer> {
  // One match tells whether there are any.
  return (await askAllThenAny(ask, matching, { ...rest, track_total_hits: 1 })).answer;
}

/**
 * Counts documents with all words and, if there are none, with any. The engine stops at `most` matches in each shard and
 * knows no more than that there are so many; absent: it counts all.
 */
export async function countMatches(ask: Ask, matching: Matching, most?: number): Promise<Counted> {
  const counting = { size: 0, track_total_hits: most ?? true };
  const { answer, which } = await askAllThenAny(ask, matching, counting);
  const { value, relation } = hitCountOf(answer);
  return { total: value, isBound: relation === 'gte', which };
}

async function askAllThenAny(
  ask: Ask,
  matching: Matching,
  rest: JsonObject,
): Promise<{ readonly answer: Answer; readonly which: Counted['which'] }> {
  const { query, words } = matching;
  const askFor = (which: Counted['which']): Promise<Answer> =>
    askOne(ask, { ...rest, query: queryClause(matching, which) });
  const answer = await askFor('all');
  const isEnough = hitCountOf(answer).value > 0 || words.length < 2 || query.words?.isStrict === true;
  return isEnough ? { answer, which: 'all' } : { answer: await askFor('any'), which: 'any' };
}

/**
 * Clause of a query; it scores if `matching` has frequencies. Whether the order of words scores depends on `total`, the
 * number of matches.
 */
export function queryClause(
  { query, columns, words, frequencies }: Matching,
  which: Counted['which'],
  total = 0,
): Clause {
  const filter = [clauseOf(query.where, columns)];
  if (query.words === undefined) return { bool: { filter } };
  const fields = query.words.fields.map(({ field }) => field);
  const occurrences = words.map((word) => occurrenceClause(word, fields));
  filter.push(which === 'any' || words.length === 0 ? anyClause(occurrences) : allClauses(occurrences));
  if (frequencies === undefined) return { bool: { filter } };
  const { words: wordQuery } = query;
  const scores = words.flatMap((word) => scoreClauses(word, wordQuery, frequencies, columns.list));
  const worths = which === 'any' ? occurrences.map(worthOf) : [];
  const order = orderClauses(words, wordQuery, frequencies, total);
  return { bool: { filter, should: [...scores, ...order, ...worths] } };
}

function worthOf(filter: Clause): Clause {
  return { constant_score: { filter, boost: WORTH_OF_A_WORD } };
}
