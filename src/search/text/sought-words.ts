import { analyzeQuery } from './analyzer.ts';

/** A word of a query and what counts as its occurrence. */
export interface SoughtWord {
  /** Folded word, or prefix of words if `isPrefix`. */
  readonly text: string;
  readonly isPrefix: boolean;
  /** The English plural of a singular, and vice versa. */
  readonly variants: readonly string[];
  /** Parts of a compound word; all of them together also count as an occurrence. */
  readonly parts: readonly string[];
}

/** A whitespace-separated piece of the text that ends in a letter or digit and an asterisk. */
const PREFIX = /[\p{L}\p{N}\p{M}]\*$/u;

/** The distinct words of a query text; `ord*` is a prefix. */
export function soughtWords(text: string): readonly SoughtWord[] {
  const found = new Map<string, SoughtWord>();
  for (const piece of text.split(/\s+/)) {
    const words = analyzeQuery(piece);
    words.forEach(({ word, parts }, i) => {
      const isPrefix = i === words.length - 1 && PREFIX.test(piece);
      const sought = { text: word, isPrefix, variants: isPrefix ? [] : variantsOf(word), parts };
      const key = isPrefix ? `${word}*` : word;
      if (!found.has(key)) found.set(key, sought);
    });
  }
  return [...found.values()];
}

/** True when a single word of a text is an occurrence of the query word; ignores `parts`. */
export function standsFor(word: string, { text, isPrefix, variants }: SoughtWord): boolean {
  return isPrefix ? word.startsWith(text) : word === text || variants.includes(word);
}

/** True when `words` contains `phrase` as consecutive words. */
export function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, start) => phrase.every((word, i) => words[start + i] === word));
}

/** The words of a phrase, which match exactly, without variants or prefixes. */
export function phraseWords(text: string): readonly string[] {
  return analyzeQuery(text).map(({ word }) => word);
}

const ENGLISH = /^[a-z]{3,}$/;

function variantsOf(word: string): readonly string[] {
  if (!ENGLISH.test(word)) return [];
  if (/(?:ss|us|is)$/.test(word)) return [`${word}es`];
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`];
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return [word.slice(0, -2)];
  if (word.endsWith('s')) return [word.slice(0, -1)];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(?:sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`];
}
