import { invalidRequest } from '../../errors.ts';
import type { CatalogError } from '../../errors.ts';
import type { WrittenText } from './query-node.ts';

const WORD_END = /[\s()[\]{}"^~]/;
const SPACE = /\s/;
/** Most characters of the text that an error shows. */
const MOST_SHOWN = 20;
/** What helps where a character means something in the language that its writer did not mean. */
const TAKE_AS_IT_IS =
  'Put a value into double quotes, or a backslash before a character, to take it as it is.';

/** Reads a query text from left to right; whatever is wrong is an error that points at the place. */
export class QueryReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the next character stands, from 0. */
  get position(): number {
    return this.#at;
  }

  /** True when nothing but space is left. */
  isAtEnd(): boolean {
    this.skipSpace();
    return this.#at >= this.#text.length;
  }

  /** The error of what stands at a position; `remedy` is a sentence. */
  error(problem: string, position = this.#at, remedy = TAKE_AS_IT_IS): CatalogError {
    const rest = Array.from(this.#text.slice(position, position + 2 * MOST_SHOWN));
    const shown = rest.slice(0, MOST_SHOWN).join('');
    const where = shown === '' ? 'at its end' : `at character ${position + 1}, '${shown}'`;
    return invalidRequest(`Cannot read the query ${where}: ${problem}. ${remedy}`);
  }

  /** The error of a query that is read well enough so far, and has too much of something. */
  excess(problem: string): CatalogError {
    return this.error(problem, this.#at, 'Ask for less at a time.');
  }

  /** Goes on to the next character that is no space. */
  skipSpace(): void {
    while (SPACE.test(this.#text.charAt(this.#at))) this.#at++;
  }

  /** True when the text goes on with these characters. */
  sees(characters: string): boolean {
    return this.#text.startsWith(characters, this.#at);
  }

  /** Goes past these characters if they are next. */
  take(characters: string): boolean {
    if (!this.sees(characters)) return false;
    this.#at += characters.length;
    return true;
  }

  /** True when a word is next that stands by itself, `AND` for example. */
  seesKeyword(word: string): boolean {
    return this.sees(word) && /^$|[\s("]/.test(this.#text.charAt(this.#at + word.length));
  }

  /** Goes past such a word if it is next. */
  takeKeyword(word: string): boolean {
    return this.seesKeyword(word) && this.take(word);
  }

  /** The name before a colon, if one is next; goes past the colon. */
  takeField(): string | undefined {
    const match = /^((?:\\.|[^\s()[\]{}"^~:\\])+):/u.exec(this.#text.slice(this.#at));
    const [whole, name] = match ?? [];
    // A urn is a value, although it looks like a field.
    if (whole === undefined || name === undefined || this.sees('urn:li:')) return undefined;
    if (/(?<!\\)[*?]/.test(name) && name !== '*') throw this.error('a field has no gaps in its name');
    this.#at += whole.length;
    return name.replaceAll(/\\(.)/gu, '$1');
  }

  /** A value that is next: in quotes, a urn with its parentheses, or up to the next space. */
  takeText(): WrittenText {
    if (this.sees('"')) return { text: this.#takeQuoted(), hasGaps: false, isQuoted: true };
    const start = this.#at;
    const isUrn = this.sees('urn:li:');
    let open = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === '\\') {
        if (this.#at + 1 >= this.#text.length) throw this.error('nothing follows the backslash');
        this.#at++;
      } else if (isUrn && character === '(') open++;
      else if (isUrn && character === ')' && open > 0) open--;
      else if (WORD_END.test(character) && !(open > 0 && !SPACE.test(character))) break;
      this.#at++;
    }
    if (this.#at === start) throw this.error('a value is missing here');
    const written = this.#text.slice(start, this.#at);
    const hasGaps = /^(?:\\.|[^\\*?])*[*?]/su.test(written);
    const resolved = hasGaps
      ? written.replaceAll(/\\([^*?\\])/gu, '$1')
      : written.replaceAll(/\\(.)/gsu, '$1');
    return { text: resolved, hasGaps, isQuoted: false };
  }

  #takeQuoted(): string {
    const start = this.#at;
    const match = /^"((?:\\[^]|[^"\\])*)"/u.exec(this.#text.slice(start));
    const [whole, text] = match ?? [];
    if (whole === undefined || text === undefined) throw this.error('the closing quote is missing', start);
    this.#at += whole.length;
    return text.replaceAll(/\\([^])/gu, '$1');
  }
}
