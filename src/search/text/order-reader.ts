import { LONGEST_WORD } from './analyzer.ts';
import { wordSequences } from './query-terms.ts';
import { SHARE_OF_NEAR, WORDS_BETWEEN, type WordPair } from './word-order.ts';

/** Kinds of ASCII characters. */
const KIND = { separator: 0, small: 1, capital: 2, digit: 3 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];
const KINDS = Array.from({ length: 0x80 }, (_, code): Kind => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return KIND.small;
  if (/[A-Z]/.test(character)) return KIND.capital;
  return /[0-9]/.test(character) ? KIND.digit : KIND.separator;
});

/**
 * Finds which pairs of words a text has in order. Gives the results of a test on `wordSequences`, but allocates no
 * objects for ASCII texts: a search may read the names of all its matches.
 */
export class OrderReader {
  readonly #pairs: readonly WordPair[];
  readonly #shares: number[];
  /** For each pair, the position of the last word that was one of `first`. */
  readonly #last: number[];
  #count = 0;

  constructor(pairs: readonly WordPair[]) {
    this.#pairs = pairs;
    this.#shares = pairs.map(() => 0);
    this.#last = pairs.map(() => -Infinity);
  }

  /**
   * For each pair, 1 if its words are adjacent and in order, `SHARE_OF_NEAR` if at most `WORDS_BETWEEN` are between
   * them, else 0. The next call reuses the list.
   */
  read(text: string): readonly number[] {
    this.#shares.fill(0);
    const found = this.#readAscii(text, false);
    if (found === 'compounds') this.#readAscii(text, true);
    if (found === 'not ascii') for (const words of wordSequences(text)) this.#readWords(words);
    return this.#shares;
  }

  #readWords(words: readonly string[]): void {
    this.#begin();
    for (const word of words) this.#add(word, 0, word.length);
  }

  /** Reads the words of a text or, with `inParts`, the parts of camel-case words in their place. */
  #readAscii(text: string, inParts: boolean): 'words' | 'compounds' | 'not ascii' {
    this.#begin();
    let found: 'words' | 'compounds' = 'words';
    let start = 0;
    let wordStart = 0;
    let before: Kind = KIND.separator;
    // Whether the part began with a capital and no small letter has followed.
    let isRun = false;
    for (let at = 0; at <= text.length; at++) {
      const kind = at < text.length ? KINDS[text.charCodeAt(at)] : KIND.separator;
      if (kind === undefined) return 'not ascii';
      const beginsPart =
        kind === KIND.capital
          ? before !== KIND.capital ||
            (KINDS[text.charCodeAt(at + 1)] === KIND.small && at + 1 - wordStart < LONGEST_WORD)
          : kind === KIND.small && before === KIND.digit && isRun;
      const isCut = at - wordStart === LONGEST_WORD && before !== KIND.separator && kind !== KIND.separator;
      if (isCut) this.#add(text, start, at);
      if (isCut || before === KIND.separator) start = wordStart = at;
      else if (kind === KIND.separator) this.#add(text, start, at);
      else if (beginsPart) {
        found = 'compounds';
        if (inParts) this.#add(text, start, (start = at));
      }
      isRun = kind === KIND.capital || (isRun && !isCut && kind === KIND.digit);
      before = kind;
    }
    return found;
  }

  #begin(): void {
    this.#last.fill(-Infinity);
    this.#count = 0;
  }

  /** Adds the next word: the text from `start` to `end`. */
  #add(text: string, start: number, end: number): void {
    const place = this.#count++;
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = this.#pairs[i];
      if (pair === undefined) return;
      if (isAny(pair.second, text, start, end)) this.#follow(i, place - (this.#last[i] ?? -Infinity) - 1);
      if (isAny(pair.first, text, start, end)) this.#last[i] = place;
    }
  }

  #follow(pair: number, between: number): void {
    const share = between === 0 ? 1 : between <= WORDS_BETWEEN ? SHARE_OF_NEAR : 0;
    if (share > (this.#shares[pair] ?? 0)) this.#shares[pair] = share;
  }
}

/** Whether the text from `start` to `end`, ignoring the case of ASCII letters, is one of the words. */
function isAny(words: readonly string[], text: string, start: number, end: number): boolean {
  for (const word of words) {
    if (word.length !== end - start) continue;
    let at = 0;
    while (at < word.length && lower(text.charCodeAt(start + at)) === word.charCodeAt(at)) at++;
    if (at === word.length) return true;
  }
  return false;
}

function lower(code: number): number {
  return KINDS[code] === KIND.capital ? code + 0x20 : code;
}
