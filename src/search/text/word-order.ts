import type { QueryTerm } from './query-terms.ts';

/** Two words of a query that follow each other; each is any of its words. */
export interface WordPair {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** The score that a field adds to a document for the order of its words. */
export interface OrderedField {
  readonly field: string;
  /** For each pair, the score of a text in which its words are adjacent; 0 if they do not occur in the field. */
  readonly worths: readonly number[];
}

/** The pairs of a query, and the fields in which they score. */
export interface OrderWorth {
  readonly pairs: readonly WordPair[];
  readonly fields: readonly OrderedField[];
}

/** Fields with a higher boost are names: short, and so fast to read. */
const USUAL_BOOST = 1;
/** Impact of two adjacent words; that of a whole word is below 1, and in a name of two words 0.66. */
const PAIR_IMPACT = 0.25;
/** Share of the score of words that are in order, but not adjacent. */
export const SHARE_OF_NEAR = 0.5;
/** Words that may be between those of a pair. */
export const WORDS_BETWEEN = 4;
/** Number of pairs of a query that count, from the first. */
const MOST_PAIRS = 8;
/**
 * Maximum number of matches for which order scores. Reading the names of a match takes at least as long as scoring it.
 */
export const MOST_ORDERED = 50_000;

/**
 * Weighs the order of query words. Scores nothing for a single match and beyond `MOST_ORDERED` matches. `rarityIn` is the inverse
 * document frequency of a word in a field, 0 when no document has it. A word and its variants are equivalent; a compound word counts
 * as its parts, and a prefix has no order.
 */
export function weighOrder(
  words: readonly QueryTerm[],
  fields: readonly { readonly field: string; readonly boost: number }[],
  matches: number,
  rarityIn: (word: string, field: string) => number,
): OrderWorth {
  const pairs = matches < 2 || matches > MOST_ORDERED ? [] : pairsOf(words);
  if (pairs.length === 0) return { pairs, fields: [] };
  const idf = (words: readonly string[], field: string): number =>
    Math.max(...words.map((word) => rarityIn(word, field)));
  const weighed = nameFieldsOf(fields).map(({ field, boost }) => {
    const worths = pairs.map(({ first, second }) => {
      const [one, other] = [idf(first, field), idf(second, field)];
      return one > 0 && other > 0 ? (PAIR_IMPACT * boost * (one + other)) / 2 : 0;
    });
    return { field, worths };
  });
  return { pairs, fields: weighed.filter(({ worths }) => worths.some((worth) => worth > 0)) };
}

/** The fields that contain names; only in these the order of words, and whole texts, score. */
export function nameFieldsOf<Field extends { readonly boost: number }>(
  fields: readonly Field[],
): readonly Field[] {
  return fields.filter(({ boost }) => boost > USUAL_BOOST);
}

function pairsOf(words: readonly QueryTerm[]): readonly WordPair[] {
  const places = words.flatMap(({ isPrefix, parts, text, variants }): (readonly string[])[] => {
    if (isPrefix) return [[]];
    return parts.length > 0 ? parts.map((part) => [part]) : [[text, ...variants]];
  });
  return places
    .slice(1)
    .map((second, i) => ({ first: places[i] ?? [], second }))
    .filter(({ first, second }) => first.length > 0 && second.length > 0)
    .slice(0, MOST_PAIRS);
}
