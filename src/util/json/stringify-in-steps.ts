import { nextTurn } from '../concurrency/next-turn.ts';

/** Characters serialised before other work gets its turn: about a millisecond. */
const PART = 128 * 1024;
/** Maximum elements of a list serialised at once, while they are short. */
const MOST_TOGETHER = 64;
/** What is nested deeper is serialised at once. */
const DEEPEST = 12;

/** The text of JSON.stringify for an object or list, built in parts; yields to the event loop after each. */
export async function stringifyInSteps(value: object, part = PART): Promise<string> {
  if (isShortJson(value, part)) return JSON.stringify(value);
  const steps = new Steps(part);
  for (const _part of steps.add(value, 0)) await nextTurn();
  return steps.text;
}

/** Whether the text is so short that it is built at once. Most are: telling that costs a fifth of walking through them in steps. */
export function isShortJson(value: object, part = PART): boolean {
  return leftOf(part / 4, value) > 0;
}

class Steps {
  text = '';
  readonly #part: number;
  #lastTurn = 0;

  constructor(part: number) {
    this.#part = part;
  }

  /** Ends each part with a `yield`. */
  *add(value: unknown, depth: number): Generator<undefined> {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || JSON.isRawJSON(value)) {
      yield* this.#append(JSON.stringify(value ?? null));
    } else if (Array.isArray(value)) yield* this.#addList(value, depth);
    else yield* this.#addObject(value, depth);
  }

  *#addList(list: readonly unknown[], depth: number): Generator<undefined> {
    this.text += '[';
    let together = 1;
    for (let start = 0; start < list.length;) {
      if (start > 0) this.text += ',';
      const before = this.text.length;
      const elements = list.slice(start, start + together);
      if (together === 1) yield* this.add(elements[0], depth + 1);
      else yield* this.#append(JSON.stringify(elements).slice(1, -1));
      start += elements.length;
      const isShort = this.text.length - before < this.#part / 4;
      together = isShort ? Math.min(2 * together, MOST_TOGETHER) : 1;
    }
    this.text += ']';
  }

  *#addObject(value: object, depth: number): Generator<undefined> {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      this.text += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      yield* this.add(member, depth + 1);
    }
    this.text += separator === '{' ? '{}' : '}';
  }

  *#append(text: string): Generator<undefined> {
    this.text += text;
    if (this.text.length - this.#lastTurn < this.#part) return;
    this.#lastTurn = this.text.length;
    yield;
  }
}

/** What is left of a number of characters after those of the value, roughly; stops when nothing is. */
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
