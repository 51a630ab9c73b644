import { MATCH_ALL } from '../../expression.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Query } from '../../search-index.ts';
import { soughtWords } from '../../sought-words.ts';
import type { SoughtWord } from '../../sought-words.ts';
import { FIELDS } from '../document/layout.ts';
import type { Answer, Ask } from './answer.ts';
import { allClauses, anyClause } from './clause.ts';
import type { Clause } from './clause.ts';
import { clauseOf } from './expression-clause.ts';
import { occurrenceClause } from './word-clauses.ts';
import { WORTH_OF_A_WORD, frequencyFilters, scoreClauses } from './word-scores.ts';
import type { Frequencies } from './word-scores.ts';

/** A query, and what its words come to. */
export interface Matching {
  readonly query: Query;
  readonly words: readonly SoughtWord[];
  /** How rare the words are; absent when nothing is to be scored. */
  readonly frequencies?: Frequencies;
}

/** Prepares a query of which only the matches count, not their scores. */
export function matchingOf(query: Query): Matching {
  return { query, words: query.words === undefined ? [] : soughtWords(query.words.text) };
}

/** Prepares a query whose matches are scored: counts how rare its words are. */
export async function scoredMatching(ask: Ask, query: Query): Promise<Matching> {
  const matching = matchingOf(query);
  if (query.words === undefined || matching.words.length === 0) return matching;
  const filters = frequencyFilters(matching.words, query.words);
  const { entityTypes } = query;
  const among = allClauses([ofTypes(entityTypes), clauseOf(query.words.among ?? MATCH_ALL)]);
  // Names of aggregations may not have brackets.
  const keys = Object.keys(filters);
  const aggregations = Object.fromEntries(keys.map((key, i) => [`w${i}`, { filter: filters[key] }]));
  const answer = await ask({ size: 0, track_total_hits: true, query: among, aggs: aggregations });
  const counts = keys.map((key, i) => [key, answer.aggregations?.[`w${i}`]?.doc_count ?? 0] as const);
  return { ...matching, frequencies: { total: answer.hits.total.value, of: new Map(counts) } };
}

/**
 * Asks for what matches all words, and when there is nothing, for what matches any of them; `rest` is what is asked besides
 * the query.
 */
export async function askMatching(ask: Ask, matching: Matching, rest: JsonObject): Promise<Answer> {
  const { query, words } = matching;
  const answer = await ask({ ...rest, track_total_hits: true, query: queryClause(matching, 'all') });
  if (answer.hits.total.value > 0 || words.length < 2 || query.words?.isStrict === true) return answer;
  return ask({ ...rest, track_total_hits: true, query: queryClause(matching, 'any') });
}

/** The condition on the types, which only matters where indexes of other types are asked as well. */
function ofTypes(entityTypes: readonly string[]): Clause {
  return { terms: { [FIELDS.type]: entityTypes } };
}

function queryClause({ query, words, frequencies }: Matching, which: 'all' | 'any'): Clause {
  const filter = [ofTypes(query.entityTypes), clauseOf(query.where)];
  if (query.words === undefined) return { bool: { filter } };
  const fields = query.words.fields.map(({ field }) => field);
  const occurrences = words.map((word) => occurrenceClause(word, fields));
  filter.push(which === 'any' || words.length === 0 ? anyClause(occurrences) : allClauses(occurrences));
  if (frequencies === undefined) return { bool: { filter } };
  const { words: wordQuery } = query;
  const scores = words.flatMap((word) => scoreClauses(word, wordQuery, frequencies));
  const worths = which === 'any' ? occurrences.map(worthOf) : [];
  return { bool: { filter, should: [...scores, ...worths] } };
}

function worthOf(filter: Clause): Clause {
  return { constant_score: { filter, boost: WORTH_OF_A_WORD } };
}
