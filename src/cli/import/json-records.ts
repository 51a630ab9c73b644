import { CatalogError } from '../../errors.ts';
import { afterSpace, endOfValue } from '../../util/json/json-slices.ts';

/** Text of a record in a file, and the line of its start, from 1. */
export interface JsonRecord {
  readonly text: string;
  readonly line: number;
}

/** Characters; no server accepts a longer record. */
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * Splits a stream into the elements of a JSON array or into consecutive JSON values (JSON lines), without parsing the
 * records. Throws INVALID_REQUEST, with the line, if records cannot be separated, if one is longer than 64 Mi
 * characters, or if the file is not UTF-8.
 */
export async function* jsonRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonRecord> {
  const splitter = new RecordSplitter();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield* splitter.add(decode(decoder, chunk, splitter.line));
  yield* splitter.add(decode(decoder, undefined, splitter.line));
  yield* splitter.end();
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw new CatalogError('INVALID_REQUEST', `The file is not UTF-8 text, at or after line ${line}.`, {
      cause: error,
    });
  }
}

class RecordSplitter {
  #text = '';
  #line = 1;
  /** Form of the file; undefined before the first character. */
  #form: 'array' | 'lines' | undefined;
  #state: 'element' | 'separator' | 'closed' = 'element';
  #count = 0;

  /** Line reached so far, at most that of the next record's start. */
  get line(): number {
    return this.#line;
  }

  *add(text: string): Generator<JsonRecord> {
    this.#text += text;
    let at = 0;
    for (;;) {
      const start = afterSpace(this.#text, at);
      this.#countLines(at, start);
      at = start;
      if (at >= this.#text.length) break;
      if (this.#takesMark(at)) {
        at++;
        continue;
      }
      const end = endOfValue(this.#text, at);
      if (end === undefined) break;
      yield this.#take(at, end);
      at = end;
    }
    this.#text = this.#text.slice(at);
    if (this.#text.length > MAX_LENGTH) throw this.#failure(`is longer than ${MAX_LENGTH} characters`);
  }

  *end(): Generator<JsonRecord> {
    // A number or a literal may end with the file; any other value is truncated.
    if (/^[^"{[]/.test(this.#text)) yield this.#take(0, this.#text.length);
    else if (this.#text !== '') throw this.#failure('does not end: the file is truncated');
    if (this.#form === 'array' && this.#state !== 'closed') {
      throw this.#failure("is missing: the array has no ']' at its end, so the file is truncated");
    }
  }

  /** Whether the character is array punctuation; throws if it is out of place. */
  #takesMark(at: number): boolean {
    const character = this.#text[at];
    if (this.#form === undefined) {
      this.#form = character === '[' ? 'array' : 'lines';
      return this.#form === 'array';
    }
    if (this.#form === 'lines') return false;
    if (this.#state === 'closed') throw this.#failure("follows the ']' that ends the array");
    if (character === ']' && (this.#state === 'separator' || this.#count === 0)) {
      this.#state = 'closed';
      return true;
    }
    if (this.#state === 'element') return false;
    if (character !== ',') throw this.#failure("needs a ',' before it");
    this.#state = 'element';
    return true;
  }

  #take(start: number, end: number): JsonRecord {
    const record = { text: this.#text.slice(start, end), line: this.#line };
    this.#countLines(start, end);
    this.#count++;
    if (this.#form === 'array') this.#state = 'separator';
    return record;
  }

  #countLines(start: number, end: number): void {
    for (
      let at = this.#text.indexOf('\n', start);
      at !== -1 && at < end;
      at = this.#text.indexOf('\n', at + 1)
    ) {
      this.#line++;
    }
  }

  #failure(what: string): CatalogError {
    return new CatalogError('INVALID_REQUEST', `The record on line ${this.#line} ${what}.`);
  }
}
