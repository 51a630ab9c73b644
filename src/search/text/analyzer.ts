import { textSlices } from './text-slices.ts';

/** Words of a text for the search index. A query word matches one of `words` or one of `parts`. */
export interface AnalyzedText {
  /** Whole words, folded, in order of appearance. */
  readonly words: readonly string[];
  /** Parts of compound words (`orderId2`: `order`, `id2`, `id`, `2`), folded. */
  readonly parts: readonly string[];
}

const MARKS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not decompose, with their usual ASCII spelling. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  þ: 'th',
  Þ: 'Th',
  ĳ: 'ij',
  Ĳ: 'Ij',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŧ: 't',
  Ŧ: 'T',
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'g');
/**
 * Maximum length of a word, in code points, as in Lucene; the rest of a longer one is the next word. It also bounds what the
 * patterns of this file match: V8's stack overflows on a match of millions of characters.
 */
export const LONGEST_WORD = 255;
/** Each Han or Hiragana character is a word; everything else is a word up to the next separator. */
const WORD = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}]|(?:(?![\\p{Script=Han}\\p{Script=Hiragana}])[\\p{L}\\p{N}\\p{M}]){1,${LONGEST_WORD}}`,
  'gu',
);
/** UTF-16 units normalized at once: ordering the combining marks of a character takes quadratic time. */
const NORMALIZED_AT_ONCE = 512;
const NOT_ASCII = /[^\0-\x7f]/;
/** A word without inner capitals or digits, so without parts. */
const SIMPLE_WORD = /^(?:\p{N}+|[\p{L}\p{M}](?:(?!\p{Lu})[\p{L}\p{M}])*)$/u;
/** A camel-case part: letters after any number of leading capitals, with the digits among and after them. */
const CASE_PART = /\p{Lu}+(?!\p{Ll})[\p{N}\p{M}]*|\p{Lu}?(?:(?!\p{Lu})[\p{L}\p{M}\p{N}])+|\p{L}/gu;
/** Letters followed or preceded by one number. Pieces of longer mixtures (`9fbe85a5`) mean nothing. */
const LETTERS_AND_NUMBER = /^(?:[\p{L}\p{M}]+\p{N}+|\p{N}+[\p{L}\p{M}]+)$/u;
const LETTERS_OR_DIGITS = /\p{N}+|[\p{L}\p{M}]+/gu;

/**
 * Splits a text at everything that is neither letter nor digit, drops accents and lower-cases. Words with inner
 * capitals or digits also yield their parts. `analyzeQuery` splits queries the same way; they match by whole words.
 */
export function analyzeText(text: string): AnalyzedText {
  const words: string[] = [];
  const parts: string[] = [];
  if (!NOT_ASCII.test(text)) {
    analyzeAscii(text, words, parts);
    return { words, parts };
  }
  for (const word of wordsIn(text)) {
    words.push(foldCase(word));
    if (!SIMPLE_WORD.test(word)) addParts(word, parts);
  }
  return { words, parts };
}

/**
 * The words of a query, folded. A camel-case word has its parts too, because texts may write it with a separator:
 * `orderId` also matches `order_id`.
 */
export function analyzeQuery(
  text: string,
): readonly { readonly word: string; readonly parts: readonly string[] }[] {
  return Array.from(wordsIn(text), (word) => {
    const parts = SIMPLE_WORD.test(word) ? [] : (word.match(CASE_PART) ?? []);
    return { word: foldCase(word), parts: parts.length > 1 ? parts.map(foldCase) : [] };
  });
}

function* wordsIn(text: string): Generator<string> {
  if (NOT_ASCII.test(text)) {
    for (const slice of textSlices(text, NORMALIZED_AT_ONCE)) yield* withoutAccents(slice).match(WORD) ?? [];
  } else yield* text.match(WORD) ?? [];
}

function withoutAccents(text: string): string {
  const plain = text.normalize('NFKD').replace(MARKS, '').normalize('NFC');
  return plain.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter);
}

/** Lower case for case-insensitive comparison, independent of position: a final sigma becomes a sigma. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

function addParts(word: string, parts: string[]): void {
  const byCase = word.match(CASE_PART) ?? [];
  if (byCase.length > 1) for (const part of byCase) parts.push(foldCase(part));
  for (const part of byCase) {
    if (!LETTERS_AND_NUMBER.test(part)) continue;
    for (const piece of part.match(LETTERS_OR_DIGITS) ?? []) parts.push(foldCase(piece));
  }
}

/**
 * `analyzeText` for ASCII without regular expressions: nearly all text is ASCII, and this takes most of the time of
 * indexing.
 */
function analyzeAscii(text: string, words: string[], parts: string[]): void {
  for (let at = 0; at < text.length;) {
    const start = at;
    let letters = 0;
    let digits = 0;
    let capitals = 0;
    const longest = Math.min(text.length, start + LONGEST_WORD);
    for (; at < longest; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x61 && code <= 0x7a) letters++;
      else if (code >= 0x30 && code <= 0x39) digits++;
      else if (code >= 0x41 && code <= 0x5a) capitals++;
      else break;
    }
    if (at === start) {
      at++;
      continue;
    }
    const word = text.slice(start, at);
    words.push(capitals > 0 ? word.toLowerCase() : word);
    const isSimple =
      (digits === 0 && capitals <= 1 && (capitals === 0 || isCapital(word))) || digits === word.length;
    if (!isSimple && (letters > 0 || digits > 0)) addParts(word, parts);
  }
}

function isCapital(word: string): boolean {
  return word.charCodeAt(0) <= 0x5a;
}
