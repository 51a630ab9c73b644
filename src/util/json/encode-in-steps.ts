import { nextTurn } from '../concurrency/next-turn.ts';

/** Characters serialised before other work runs: about a millisecond. */
const PART = 128 * 1024;
/** Maximum elements of a list serialised at once, while they are short. */
const MOST_TOGETHER = 64;
/** Depth beyond which values are serialised at once. */
const DEEPEST = 12;

/** How a long text is built. */
export interface WritingOptions {
  /** Characters built at once. */
  readonly part?: number;
  /** Called with the number of characters of each part before it is kept; may throw to stop. */
  readonly take?: (characters: number) => void;
}

/**
 * The text of JSON.stringify for an object or list, in UTF-8, built in parts; yields to the event loop after each. A long string
 * would have to be copied and encoded as a whole when it is sent.
 */
export async function encodeInSteps(
  value: object,
  { part = PART, take }: WritingOptions = {},
): Promise<Buffer> {
  const written: Buffer[] = [];
  for (const text of new Writer(part).partsOf(value)) {
    take?.(text.length);
    written.push(Buffer.from(text));
    await nextTurn();
  }
  return Buffer.concat(written);
}

/** Whether the text is short enough to be built at once. Most are: checking costs a fifth of building in steps. */
export function isShortJson(value: object, part = PART): boolean {
  return leftOf(part / 4, value) > 0;
}

class Writer {
  readonly #part: number;
  /** Text that is not in a part yet. */
  #text = '';
  /** Number of characters in the parts so far. */
  #parted = 0;

  constructor(part: number) {
    this.#part = part;
  }

  /** The text in parts, which end between two values or at the end. */
  *partsOf(value: object): Generator<string> {
    yield* this.#add(value, 0);
    yield this.#text;
  }

  *#add(value: unknown, depth: number): Generator<string> {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || JSON.isRawJSON(value)) {
      yield* this.#append(JSON.stringify(value ?? null));
    } else if (Array.isArray(value)) yield* this.#addList(value, depth);
    else yield* this.#addObject(value, depth);
  }

  *#addList(list: readonly unknown[], depth: number): Generator<string> {
    this.#text += '[';
    let together = 1;
    for (let start = 0; start < list.length;) {
      if (start > 0) this.#text += ',';
      const before = this.#length;
      const elements = list.slice(start, start + together);
      if (together === 1) yield* this.#add(elements[0], depth + 1);
      else yield* this.#append(JSON.stringify(elements).slice(1, -1));
      start += elements.length;
      const isShort = this.#length - before < this.#part / 4;
      together = isShort ? Math.min(2 * together, MOST_TOGETHER) : 1;
    }
    this.#text += ']';
  }

  *#addObject(value: object, depth: number): Generator<string> {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      this.#text += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      yield* this.#add(member, depth + 1);
    }
    this.#text += separator === '{' ? '{}' : '}';
  }

  *#append(text: string): Generator<string> {
    this.#text += text;
    if (this.#text.length < this.#part) return;
    const part = this.#text;
    this.#parted += part.length;
    this.#text = '';
    yield part;
  }

  get #length(): number {
    return this.#parted + this.#text.length;
  }
}

/** Number of characters that remain after those of the value, approximately; stops once none remain. */
function leftOf(characters: number, value: unknown): number {
  if (typeof value === 'string') return characters - value.length;
  let left = characters - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const name in value) {
    left = leftOf(left - name.length, Reflect.get(value, name));
    if (left <= 0) return left;
  }
  return left;
}
