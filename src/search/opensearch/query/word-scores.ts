import { GREATEST_IMPACT, idf } from '../../text/bm25.ts';
import type { WordQuery } from '../../search-index.ts';
import type { QueryTerm } from '../../text/query-terms.ts';
import { SHARE_OF_NEAR, WORDS_BETWEEN, weighOrder, type WordPair } from '../../text/word-order.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS, TIMES_RARITY } from '../document/layout.ts';
import { wordTerm } from '../document/terms.ts';
import { anyClause, termsClause, type Clause } from './clause.ts';
import { prefixClause } from './word-clauses.ts';

/** Score factor of variants and of parts of a word. */
const FACTOR_OF_OTHERS = 0.8;
/** Share of the greatest impact that prefixes have, and words in an index without impacts. */
const USUAL_IMPACT = 0.5;
/**
 * Score added per occurring word when not all are required: greater than the score of any occurrence, but small enough
 * that 24 bits still distinguish the occurrences in a sum of several.
 */
export const WORTH_OF_A_WORD = 1000;

/** A word or prefix to look up in one field. */
interface Lookup {
  readonly word: string;
  readonly field: string;
  readonly isPrefix: boolean;
}

/** Document frequency of each lookup, by `keyOf`, and the total number of documents. */
export interface Frequencies {
  readonly total: number;
  readonly of: ReadonlyMap<string, number>;
}

/** Inverse document frequencies of the words of a query. */
export interface Rarities {
  /** The value for a word or prefix in a field; 0 when no counted document has it. */
  readonly rarityIn: (word: string, field: string, isPrefix?: boolean) => number;
  /** Whether the engine multiplies by the rarity of each term; `rarityIn` then returns a marker. */
  readonly areEngines: boolean;
}

/** Rarities from the engine's statistics: among all documents, including replaced ones that are not merged away yet. */
export const RARITIES_OF_ENGINE: Rarities = { rarityIn: () => TIMES_RARITY, areEngines: true };

/** Rarities among the counted documents. */
export function raritiesOf({ of, total }: Frequencies): Rarities {
  return {
    rarityIn: (word, field, isPrefix = false) => {
      const frequency = of.get(keyOf({ word, field, isPrefix })) ?? 0;
      return frequency === 0 ? 0 : idf(frequency, total);
    },
    areEngines: false,
  };
}

/** Filters that count the document frequencies of a query's words, by key. */
export function frequencyFilters(words: readonly QueryTerm[], { fields }: WordQuery): Record<string, Clause> {
  const filters = lookupsOf(words, fields).map(({ field, isPrefix, word }): [string, Clause] => [
    keyOf({ field, isPrefix, word }),
    isPrefix ? prefixClause(word, field) : { term: { [FIELDS.words]: wordTerm(field, word) } },
  ]);
  return Object.fromEntries(filters);
}

/** Number of `frequencyFilters`. */
export function countLookups(words: readonly QueryTerm[], { fields }: WordQuery): number {
  return new Set(lookupsOf(words, fields).map(keyOf)).size;
}

/**
 * Matches documents that match any of `frequencyFilters`, in few clauses, because there may be thousands of filters.
 */
export function anyFrequent(words: readonly QueryTerm[], { fields }: WordQuery): Clause {
  const lookups = lookupsOf(words, fields);
  const whole = lookups.filter(({ isPrefix }) => !isPrefix);
  const beginnings = lookups.filter(({ isPrefix }) => isPrefix);
  return anyClause([
    termsClause(
      FIELDS.words,
      whole.map(({ field, word }) => wordTerm(field, word)),
    ),
    ...beginnings.map(({ field, word }) => prefixClause(word, field)),
  ]);
}

function lookupsOf(words: readonly QueryTerm[], fields: WordQuery['fields']): readonly Lookup[] {
  return words.flatMap((term) =>
    [...itselfOf(term), ...partsOf(term)].flatMap(({ word, isPrefix }) =>
      fields.map(({ field }) => ({ word, field, isPrefix })),
    ),
  );
}

/**
 * Clause that scores one word by its best occurrence, so a word counts once. Empty when no counted document
 * contains it.
 */
export function scoreClauses(
  word: QueryTerm,
  query: WordQuery,
  rarities: Rarities,
  columns: Columns,
): Clause[] {
  const best = (candidates: readonly Candidate[]): Clause[] =>
    bestOf(candidates.flatMap((candidate) => weighed(candidate, query, rarities, columns)));
  const itself = best(itselfOf(word));
  const parts = partsOf(word).map((part) => best([part]));
  const isTogether = parts.length > 0 && parts.every((clauses) => clauses.length > 0);
  // All parts together count as one word, so their scores are averaged.
  const together = isTogether ? [{ bool: { must: parts.flat(), boost: 1 / parts.length } }] : [];
  return bestOf([...itself, ...together]);
}

/** Clauses that score names with the words in the order of the query, one per pair of words. */
export function orderClauses(
  words: readonly QueryTerm[],
  { fields }: WordQuery,
  { areEngines, rarityIn }: Rarities,
  matches: number,
): Clause[] {
  const order = weighOrder(words, fields, matches, rarityIn);
  return order.pairs.flatMap((pair, i) => {
    const clauses = order.fields.flatMap(({ field, worths }) => {
      const boost = worths[i] ?? 0;
      if (boost === 0) return [];
      const half = boost * SHARE_OF_NEAR;
      if (areEngines) {
        return [...weighedPairs(pair, field, 0, boost), ...weighedPairs(pair, field, WORDS_BETWEEN, half)];
      }
      const places = [pair.first, pair.second].map((found) =>
        placesOf(
          field,
          found.filter((word) => rarityIn(word, field) > 0),
        ),
      );
      return [inOrderClause(places, 0, boost), inOrderClause(places, WORDS_BETWEEN, half)];
    });
    return bestOf(clauses);
  });
}

/** One clause for each two variants, since the engine adds up the rarities of all words of a clause. */
function weighedPairs({ first, second }: WordPair, field: string, slop: number, boost: number): Clause[] {
  return first.flatMap((one) =>
    second.map((other) => {
      const clauses = [placeOf(field, one), placeOf(field, other)];
      return { span_near: { clauses, slop, in_order: true, boost } };
    }),
  );
}

/** Positions of any of these words. */
function placesOf(field: string, words: readonly string[]): Clause {
  return { span_or: { clauses: words.map((word) => placeOf(field, word)) } };
}

function placeOf(field: string, word: string): Clause {
  return { span_term: { [FIELDS.phrases]: wordTerm(field, word) } };
}

function inOrderClause(places: readonly Clause[], slop: number, boost: number): Clause {
  return { constant_score: { filter: { span_near: { clauses: places, slop, in_order: true } }, boost } };
}

interface Candidate {
  readonly word: string;
  readonly isPrefix: boolean;
  readonly factor: number;
}

function itselfOf({ text, isPrefix, variants }: QueryTerm): Candidate[] {
  const others = variants.map((word) => ({ word, isPrefix: false, factor: FACTOR_OF_OTHERS }));
  return [{ word: text, isPrefix, factor: 1 }, ...others];
}

function partsOf({ isPrefix, parts }: QueryTerm): Candidate[] {
  return parts.map((word, i) => ({
    word,
    isPrefix: isPrefix && i === parts.length - 1,
    factor: FACTOR_OF_OTHERS,
  }));
}

/** One clause per field in which the candidate occurs. */
function weighed(
  { word, isPrefix, factor }: Candidate,
  { fields }: WordQuery,
  { rarityIn }: Rarities,
  columns: Columns,
): Clause[] {
  return fields.flatMap(({ field, boost }): Clause[] => {
    const weight = factor * boost * rarityIn(word, field, isPrefix);
    if (weight === 0) return [];
    const value = wordTerm(field, word);
    if (!isPrefix && columns.has('impacts')) {
      return [{ term: { [FIELDS.words]: { value, boost: weight / GREATEST_IMPACT } } }];
    }
    const filter = isPrefix ? prefixClause(word, field) : { term: { [FIELDS.words]: value } };
    return [{ constant_score: { filter, boost: weight * USUAL_IMPACT } }];
  });
}

function bestOf(clauses: readonly Clause[]): Clause[] {
  return clauses.length > 1 ? [{ dis_max: { queries: clauses } }] : [...clauses];
}

function keyOf({ word, field, isPrefix }: Lookup): string {
  return JSON.stringify([word, field, isPrefix]);
}
