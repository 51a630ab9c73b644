import { invalidRequest, type CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { WrittenText } from './query-node.ts';

const WORD_END = /[\s()[\]{}"^~]/;
const SPACE = /\s/;
/** Maximum number of characters of the query that an error quotes. */
const MOST_SHOWN = 20;
/** Remedy for special characters that are meant literally. */
const TAKE_AS_IT_IS =
  'Put a value into double quotes, or a backslash before a character, to use it literally.';

/** Tokenizer for the query language. Errors are INVALID_REQUEST with the position. */
export class QueryReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Position of the next character, from 0. */
  get position(): number {
    return this.#at;
  }

  /** Skips space and tests for the end of the query. */
  isAtEnd(): boolean {
    this.skipSpace();
    return this.#at >= this.#text.length;
  }

  /** Error with position and quoted text; `remedy` is a sentence. */
  error(problem: string, position = this.#at, remedy = TAKE_AS_IT_IS): CatalogError {
    const rest = Array.from(this.#text.slice(position, position + 2 * MOST_SHOWN));
    const shown = rest.slice(0, MOST_SHOWN).join('');
    const where = shown === '' ? 'at the end' : `at character ${position + 1}, '${shown}'`;
    return invalidRequest(
      `Cannot read the query ${where}: ${problem}. ${remedy}`,
      undefined,
      because('QUERY_UNREADABLE', { position: position + 1 }),
    );
  }

  /** Error for a query that is valid so far, but exceeds a limit. */
  excess(problem: string): CatalogError {
    return this.error(problem, this.#at, 'Simplify or split the query.');
  }

  skipSpace(): void {
    while (SPACE.test(this.#text.charAt(this.#at))) this.#at++;
  }

  /** Whether these characters are next. */
  sees(characters: string): boolean {
    return this.#text.startsWith(characters, this.#at);
  }

  /** Consumes these characters if they are next. */
  take(characters: string): boolean {
    if (!this.sees(characters)) return false;
    this.#at += characters.length;
    return true;
  }

  /** Whether this whole word is next, `AND` for example. */
  seesKeyword(word: string): boolean {
    return this.sees(word) && /^$|[\s("]/.test(this.#text.charAt(this.#at + word.length));
  }

  /** Consumes this whole word if it is next. */
  takeKeyword(word: string): boolean {
    return this.seesKeyword(word) && this.take(word);
  }

  /** Consumes a field name and its colon, if next. Throws INVALID_REQUEST for a wildcard in the name. */
  takeField(): string | undefined {
    const match = /^((?:\\.|[^\s()[\]{}"^~:\\])+):/u.exec(this.#text.slice(this.#at));
    const [whole, name] = match ?? [];
    // A urn is a value, although it contains colons.
    if (whole === undefined || name === undefined || this.sees('urn:li:')) return undefined;
    if (/(?<!\\)[*?]/.test(name) && name !== '*')
      throw this.error('wildcards are not allowed in a field name');
    this.#at += whole.length;
    return name.replaceAll(/\\(.)/gu, '$1');
  }

  /** Consumes a value: quoted, a urn with its parentheses, or up to the next space. Throws INVALID_REQUEST if missing. */
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
    if (this.#at === start) throw this.error('expected a value');
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
