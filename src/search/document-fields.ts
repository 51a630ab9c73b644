import type { FieldValues } from './search-index.ts';

/** Separates the steps of a browse path, as DataHub's index writes it. */
export const BROWSE_PATH_SEPARATOR = '␟';

/** Longest exact form of a text, in UTF-16 units; what is longer can be found by its beginning and by its words. */
export const MAX_EXACT_LENGTH = 8191;

/** Collects the fields of one search document. A field holds texts or numbers; the first value decides which. */
export class DocumentFields {
  readonly #values = new Map<string, string[] | number[]>();
  readonly #texts = new Map<string, string[]>();

  /** Adds a text for exact comparison, cut at `longest` UTF-16 units; empty ones are left out, as in DataHub. */
  addText(field: string, text: string, longest = MAX_EXACT_LENGTH): void {
    if (text === '') return;
    const exact = text.length > longest ? text.slice(0, longest) : text;
    const values = this.#values.get(field);
    if (values === undefined) this.#values.set(field, [exact]);
    else if (holdsTexts(values)) values.push(exact);
  }

  /** Adds a number; NaN is none, and minus zero is zero. */
  addNumber(field: string, given: number): void {
    if (Number.isNaN(given)) return;
    const number = given === 0 ? 0 : given;
    const values = this.#values.get(field);
    if (values === undefined) this.#values.set(field, [number]);
    else if (!holdsTexts(values)) values.push(number);
  }

  /** Adds a text to be searched by words. */
  addWords(field: string, text: string): void {
    const texts = this.#texts.get(field);
    if (texts === undefined) this.#texts.set(field, [text]);
    else texts.push(text);
  }

  /** Appends a step to the browse path in a field: the path to every step is a value, so that a filter finds all below it. */
  addPathStep(field: string, step: string): void {
    const values = this.#values.get(field);
    const parent = values !== undefined && holdsTexts(values) ? values.at(-1) : '';
    this.addText(field, `${parent}${BROWSE_PATH_SEPARATOR}${step}`);
  }

  /** A flag that is true when any of several sources says so. */
  addFlag(field: string, flag: boolean): void {
    if (flag || !this.#values.has(field)) this.#values.set(field, [String(flag)]);
  }

  /** Adds to a number that several sources share. */
  addCount(field: string, count: number): void {
    const values = this.#values.get(field);
    const [before = 0] = values !== undefined && !holdsTexts(values) ? values : [];
    this.#values.set(field, [before + count]);
  }

  /** Exact values by field, each once. */
  get values(): ReadonlyMap<string, FieldValues> {
    for (const [field, values] of this.#values) {
      if (values.length > 1)
        this.#values.set(field, holdsTexts(values) ? [...new Set(values)] : [...new Set(values)]);
    }
    return this.#values;
  }

  /** Texts by field. */
  get texts(): ReadonlyMap<string, readonly string[]> {
    return this.#texts;
  }
}

function holdsTexts(values: string[] | number[]): values is string[] {
  return typeof values[0] === 'string';
}
