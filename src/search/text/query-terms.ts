import { analyzeQuery } from './analyzer.ts';

/** A word of a query and what counts as its occurrence. */
export interface QueryTerm {
  /** Folded word, or prefix of words if `isPrefix`. */
  readonly text: string;
  readonly isPrefix: boolean;
  /** English plurals of a singular, and vice versa. */
  readonly variants: readonly string[];
  /** Parts of a compound word; all of them together also count as an occurrence. */
  readonly parts: readonly string[];
}

/** A whitespace-separated piece of the text that ends in a letter or digit and an asterisk. */
const PREFIX = /[\p{L}\p{N}\p{M}]\*$/u;

/** The distinct words of a query text; `ord*` is a prefix. */
export function queryTerms(text: string): readonly QueryTerm[] {
  const found = new Map<string, QueryTerm>();
  for (const piece of text.split(/\s+/)) {
    const words = analyzeQuery(piece);
    words.forEach(({ word, parts }, i) => {
      const isPrefix = i === words.length - 1 && PREFIX.test(piece);
      const term = { text: word, isPrefix, variants: isPrefix ? [] : variantsOf(word), parts };
      const key = isPrefix ? `${word}*` : word;
      if (!found.has(key)) found.set(key, term);
    });
  }
  return [...found.values()];
}

/** Tests whether a single word of a text is an occurrence of one of the query words; ignores `parts`. */
export function occurrenceTest(words: readonly QueryTerm[]): (word: string) => boolean {
  const prefixes = new Set(words.flatMap(({ isPrefix, text }) => (isPrefix ? [text] : [])));
  const lengths = [...new Set(Array.from(prefixes, ({ length }) => length))];
  const whole = new Set(
    words.flatMap(({ isPrefix, text, variants }) => (isPrefix ? [] : [text, ...variants])),
  );
  return (word) => whole.has(word) || lengths.some((length) => prefixes.has(word.slice(0, length)));
}

/** The words of a text in order and, if it has camel-case words, a second list with their parts in their place. */
export function wordSequences(text: string): readonly (readonly string[])[] {
  const found = analyzeQuery(text);
  const words = found.map(({ word }) => word);
  if (found.every(({ parts }) => parts.length === 0)) return [words];
  return [words, found.flatMap(({ word, parts }) => (parts.length === 0 ? [word] : parts))];
}

/** The words of a phrase, which match exactly, without variants or prefixes. */
export function phraseWords(text: string): readonly string[] {
  return analyzeQuery(text).map(({ word }) => word);
}

const ENGLISH = /^[a-z]{3,}$/;

/** Plurals of a possible singular, singulars of a possible plural: `caches` is of `cache`, but `boxes` is of `box`. */
function variantsOf(word: string): readonly string[] {
  if (!ENGLISH.test(word)) return [];
  const without = (letters: number, ending = ''): string => word.slice(0, -letters) + ending;
  if (/[^aeiou]ies$/.test(word)) return [without(3, 'y'), without(1)];
  if (/[^s]ses$/.test(word)) return [without(1), without(2), without(2, 'is')];
  if (/(?:ss|sh|ch|x|z|o)es$/.test(word)) return [without(2), without(1)];
  if (word.endsWith('is')) return [without(2, 'es')];
  if (/(?:ss|us)$/.test(word)) return [`${word}es`];
  if (word.endsWith('s')) return [without(1)];
  if (/[^aeiou]y$/.test(word)) return [without(1, 'ies')];
  if (word.endsWith('o')) return [`${word}s`, `${word}es`];
  return [/(?:sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`];
}
