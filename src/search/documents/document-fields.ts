import type { FieldValues } from '../search-index.ts';

/** Separator between steps of a browse path, as in DataHub's index. */
export const BROWSE_PATH_SEPARATOR = '␟';

/** Maximum length of an exact text value, in UTF-16 units. Longer ones are cut: found by prefix and by words. */
export const MAX_EXACT_LENGTH = 8191;

/**
 * Collects the fields of one search document. A field holds texts or numbers; its first value decides, others are
 * dropped.
 */
export class DocumentFields {
  readonly #values = new Map<string, string[] | number[]>();
  readonly #texts = new Map<string, string[]>();

  /** Adds a text for exact comparison, cut at `longest` UTF-16 units. Empty texts are left out, as in DataHub. */
  addText(field: string, text: string, longest = MAX_EXACT_LENGTH): void {
    if (text === '') return;
    const exact = text.length > longest ? text.slice(0, longest) : text;
    const values = this.#values.get(field);
    if (values === undefined) this.#values.set(field, [exact]);
    else if (holdsTexts(values)) values.push(exact);
  }

  /** Adds a number. NaN is left out; -0 becomes 0. */
  addNumber(field: string, given: number): void {
    if (Number.isNaN(given)) return;
    const number = given === 0 ? 0 : given;
    const values = this.#values.get(field);
    if (values === undefined) this.#values.set(field, [number]);
    else if (!holdsTexts(values)) values.push(number);
  }

  /** Adds a text for full-text search. */
  addWords(field: string, text: string): void {
    const texts = this.#texts.get(field);
    if (texts === undefined) this.#texts.set(field, [text]);
    else texts.push(text);
  }

  /**
   * Appends a step to a browse path. The path to every step is a value, so a filter on one matches everything below
   * it.
   */
  addPathStep(field: string, step: string): void {
    const values = this.#values.get(field);
    const parent = values !== undefined && holdsTexts(values) ? values.at(-1) : '';
    this.addText(field, `${parent}${BROWSE_PATH_SEPARATOR}${step}`);
  }

  /** Sets a flag; true wins over false. */
  addFlag(field: string, flag: boolean): void {
    if (flag || !this.#values.has(field)) this.#values.set(field, [String(flag)]);
  }

  /** Adds to a counter field. */
  addCount(field: string, count: number): void {
    const values = this.#values.get(field);
    const [before = 0] = values !== undefined && !holdsTexts(values) ? values : [];
    this.#values.set(field, [before + count]);
  }

  /** Distinct exact values by field. */
  get values(): ReadonlyMap<string, FieldValues> {
    for (const [field, values] of this.#values) {
      if (values.length > 1)
        this.#values.set(field, holdsTexts(values) ? [...new Set(values)] : [...new Set(values)]);
    }
    return this.#values;
  }

  get texts(): ReadonlyMap<string, readonly string[]> {
    return this.#texts;
  }
}

function holdsTexts(values: string[] | number[]): values is string[] {
  return typeof values[0] === 'string';
}
