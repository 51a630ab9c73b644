import { nextTurn } from '../concurrency/next-turn.ts';
import type { JsonValue } from '../json.ts';

/** Characters parsed at once: a few milliseconds for any text. */
const PART = 32 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const BLANK = /^[ \t\n\r]*$/;
const NAME = /^[ \t\n\r]*("(?:[^"\\]|\\.)*")[ \t\n\r]*:[ \t\n\r]*$/s;

/** A list or object that has not ended. */
interface Open {
  readonly isList: boolean;
  readonly start: number;
  /** Start of the part that is not in `value` yet. */
  from: number;
  /** Position of the last comma; -1 before the first. */
  comma: number;
  /** The token before `from`. */
  after: 'start' | 'comma' | 'part';
  /** What was parsed so far; undefined until the list or object turns out to be long. */
  value: JsonValue[] | Record<string, JsonValue> | undefined;
}

/**
 * The value of a long JSON text with a list or object at its top. Parses it in parts and yields to the event loop after
 * each. Throws SyntaxError for malformed JSON. `part`: characters parsed at once.
 */
export function parseInSteps(text: string, part = PART): Promise<JsonValue> {
  return new StepParser(text, part).parse();
}

class StepParser {
  readonly #text: string;
  readonly #part: number;
  readonly #open: Open[] = [];
  /** Characters parsed since the last turn. */
  #parsed = 0;

  constructor(text: string, part: number) {
    this.#text = text;
    this.#part = part;
  }

  async parse(): Promise<JsonValue> {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.#endOfString(at);
      else if (code === OPEN_LIST || code === OPEN_OBJECT) this.#begin(code === OPEN_LIST, at);
      else if (code === COMMA) {
        const late = this.#comma(at);
        if (late !== undefined) await late;
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        const late = this.#end(code === CLOSE_LIST, at);
        if (late === undefined) continue;
        const closed = await late;
        if (this.#open.length > 0) continue;
        if (!BLANK.test(text.slice(at + 1))) throw this.#malformed(at + 1);
        return closed;
      }
    }
    throw this.#malformed(text.length);
  }

  #begin(isList: boolean, at: number): void {
    if (this.#open.length === 0 && !BLANK.test(this.#text.slice(0, at))) throw this.#malformed(0);
    this.#open.push({ isList, start: at, from: at + 1, comma: -1, after: 'start', value: undefined });
  }

  #comma(at: number): Promise<void> | undefined {
    const top = this.#open.at(-1);
    if (top === undefined) throw this.#malformed(at);
    top.comma = at;
    if (top.after === 'part') {
      if (!BLANK.test(this.#text.slice(top.from, at))) throw this.#malformed(top.from);
      top.from = at + 1;
      top.after = 'comma';
    } else if (at - top.from >= this.#part) return this.#take(top, at);
    return undefined;
  }

  /** Ends the innermost list or object; its value if it was long or the whole text. */
  #end(isList: boolean, at: number): Promise<JsonValue> | undefined {
    const top = this.#open.at(-1);
    if (top?.isList !== isList) throw this.#malformed(at);
    const isLong = top.value !== undefined || at - top.start >= this.#part;
    if (isLong || this.#open.length === 1) return this.#close(top, at);
    this.#open.pop();
    return undefined;
  }

  async #close(top: Open, at: number): Promise<JsonValue> {
    const value = await this.#begun();
    const rest = this.#text.slice(top.from, at);
    if (!BLANK.test(rest)) await this.#add(top, at);
    else if (top.after === 'comma') throw this.#malformed(at);
    this.#open.pop();
    const above = this.#open.at(-1);
    if (above !== undefined) Object.assign(above, { from: at + 1, after: 'part' });
    return value;
  }

  /** Parses the text between the last part and a comma. */
  async #take(top: Open, comma: number): Promise<void> {
    await this.#begun();
    await this.#add(top, comma);
    top.from = comma + 1;
    top.after = 'comma';
  }

  /** Creates the values of all open lists and objects, outermost first; returns the innermost. */
  async #begun(): Promise<JsonValue> {
    let above: Open | undefined;
    let value: JsonValue = null;
    for (const open of this.#open) {
      if (open.value === undefined) {
        open.value = open.isList ? [] : {};
        if (above !== undefined) await this.#attach(above, open, open.value);
      }
      above = open;
      value = open.value;
    }
    return value;
  }

  /** Adds to a list or object its members before `child`, and `child`. */
  async #attach(above: Open, child: Open, value: JsonValue): Promise<void> {
    if (above.after === 'part') throw this.#malformed(child.start);
    if (above.comma >= above.from) {
      await this.#add(above, above.comma);
      above.from = above.comma + 1;
    }
    const before = this.#text.slice(above.from, child.start);
    if (above.isList && BLANK.test(before)) put(above.value, undefined, value);
    else {
      const name = above.isList ? undefined : NAME.exec(before)?.[1];
      if (name === undefined) throw this.#malformed(above.from);
      put(above.value, String(JSON.parse(name)), value);
    }
  }

  /** Adds the members from `from` to `end`. */
  async #add({ isList, from, after, value }: Open, end: number): Promise<void> {
    if (after === 'part') throw this.#malformed(from);
    const members = this.#text.slice(from, end);
    try {
      // Safe: JSON.parse returns only JSON values.
      const part = JSON.parse(isList ? `[${members}]` : `{${members}}`) as Readonly<
        Record<string, JsonValue>
      >;
      if (BLANK.test(members)) throw this.#malformed(from);
      for (const name of Object.keys(part)) put(value, isList ? undefined : name, part[name] ?? null);
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#malformed(from);
      throw error;
    }
    this.#parsed += members.length;
    if (this.#parsed < this.#part) return;
    this.#parsed = 0;
    await nextTurn();
  }

  #endOfString(start: number): number {
    const text = this.#text;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) return at;
    }
    throw this.#malformed(start);
  }

  #malformed(at: number): SyntaxError {
    return new SyntaxError(`Unexpected text after position ${at}`);
  }
}

/** Adds a value at the end of a list, or as a member of an object; `__proto__` is a name like any other. */
function put(target: Open['value'], name: string | undefined, value: JsonValue): void {
  if (Array.isArray(target)) target.push(value);
  else if (target !== undefined && name === '__proto__')
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  else if (target !== undefined && name !== undefined) target[name] = value;
}
