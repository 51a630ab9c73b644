import { atOnce, type Steps } from '../../util/concurrency/steps.ts';
import { detachedSlice } from '../../util/detached-slice.ts';
import type { FieldValues, SearchDocument } from '../search-index.ts';
import { evenShare } from './even-share.ts';
import { INCOMPLETE } from './incomplete.ts';
import { isJudged } from './judged-fields.ts';

/** Separator between steps of a browse path, as in DataHub's index. */
export const BROWSE_PATH_SEPARATOR = '␟';

/**
 * Maximum length of an exact text value, in UTF-16 units. Longer values are truncated, and found by prefix and by
 * words.
 */
export const MAX_EXACT_LENGTH = 8191;

/**
 * Maximum number of exact values of a document. Beyond it, the fields with most values keep an equal number of their first
 * values; fields that control access to the entity keep all. A table of 80,000 columns with descriptions has 160,000.
 */
export const MOST_VALUES = 262_144;

/**
 * Maximum length of the texts for full-text search of a document, in UTF-16 units. Beyond it, the fields with most text
 * keep an equal length.
 */
export const MOST_TEXT = 8 * 2 ** 20;

/** Number of values of a field above which deduplication is a separate step. */
const MANY_VALUES = 4_096;

/** Number of values of a field up to which a comparison of all with each other takes less than a set of them. */
const FEW_VALUES = 8;

/**
 * Maximum length of all paths to steps of browse paths, in UTF-16 units: together they are much longer than the paths.
 */
const MOST_OF_PATHS = 2 ** 20;

/** The fields of a finished document. */
interface FinishedFields extends Pick<SearchDocument, 'texts'> {
  readonly values: Map<string, FieldValues>;
}

/**
 * Collects the fields of one search document. A field holds texts or numbers; its first value decides, others are
 * dropped.
 */
export class DocumentFields {
  readonly #values = new Map<string, string[] | number[]>();
  readonly #texts = new Map<string, string[]>();
  readonly #cut = new Set<string>();
  /** Number of values, with repetitions; counted at the end. */
  #ofValues = 0;
  /** Total length of the texts, in UTF-16 units. */
  #ofTexts = 0;
  #ofPaths = 0;

  /** Adds a text for exact comparison, truncated to `longest` UTF-16 units. Empty texts are left out, as in DataHub. */
  addText(field: string, text: string): void {
    if (text === '') return;
    this.#add(field, text, MAX_EXACT_LENGTH);
  }

  /** Adds a text of any length for exact comparison, untruncated; may be empty. */
  addWholeText(field: string, text: string): void {
    this.#add(field, text, Infinity);
  }

  #add(field: string, text: string, longest: number): void {
    const exact = text.length > longest ? detachedSlice(text, 0, longest) : text;
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
    this.#ofTexts += text.length;
    const texts = this.#texts.get(field);
    if (texts === undefined) this.#texts.set(field, [text]);
    else texts.push(text);
  }

  /** Adds the path to a step of a browse path; false when no steps below it are to be added. */
  addPath(field: string, path: string): boolean {
    this.#ofPaths += path.length;
    const fits = this.#ofPaths <= MOST_OF_PATHS;
    if (fits) this.addText(field, path);
    if (fits && path.length <= MAX_EXACT_LENGTH) return true;
    this.#cut.add(field);
    return false;
  }

  /**
   * Appends a step to a browse path. The path to every step is a value, so a filter on one matches everything below
   * it.
   */
  addPathStep(field: string, step: string): void {
    if (this.#cut.has(field)) return;
    const values = this.#values.get(field);
    const parent = values !== undefined && holdsTexts(values) ? values.at(-1) : '';
    this.addPath(field, `${parent}${BROWSE_PATH_SEPARATOR}${step}`);
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

  /** Distinct exact values and texts by field, within the limits; `INCOMPLETE` names truncated fields. */
  finish(): FinishedFields {
    return atOnce(this.finishSteps());
  }

  /** Like `finish`, in steps. */
  *finishSteps(): Steps<FinishedFields> {
    for (const [field, values] of this.#makeDistinct()) {
      yield;
      this.#values.set(field, distinct(values));
    }
    this.#limitValues();
    const texts = this.#limitedTexts();
    if (this.#cut.size > 0) this.#values.set(INCOMPLETE, [`limit: ${[...this.#cut].sort().join(', ')}`]);
    return { values: this.#values, texts };
  }

  /** Removes repeated values, except from fields with many values, which it returns. */
  #makeDistinct(): readonly (readonly [field: string, values: string[] | number[]])[] {
    const long: (readonly [string, string[] | number[]])[] = [];
    for (const [field, values] of this.#values) {
      this.#ofValues += values.length;
      if (values.length >= MANY_VALUES) long.push([field, values]);
      else if (values.length > 1) this.#values.set(field, distinct(values));
    }
    return long;
  }

  #limitValues(): void {
    if (this.#ofValues <= MOST_VALUES) return;
    const sizes = new Map(
      [...this.#values].map(([field, values]) => [field, isJudged(field) ? 0 : values.length]),
    );
    const share = evenShare([...sizes.values()], MOST_VALUES);
    for (const [field, size] of sizes) {
      if (size <= share) continue;
      this.#values.set(field, this.#values.get(field)?.slice(0, share) ?? []);
      this.#cut.add(field);
    }
  }

  #limitedTexts(): ReadonlyMap<string, readonly string[]> {
    if (this.#ofTexts <= MOST_TEXT) return this.#texts;
    const sizes = new Map([...this.#texts].map(([field, texts]) => [field, lengthOf(texts)]));
    const share = evenShare([...sizes.values()], MOST_TEXT);
    for (const [field, size] of sizes) {
      if (size <= share) continue;
      this.#texts.set(field, firstUnits(this.#texts.get(field) ?? [], share));
      this.#cut.add(field);
    }
    return this.#texts;
  }
}

function holdsTexts(values: string[] | number[]): values is string[] {
  return typeof values[0] === 'string';
}

/** The distinct values, in the order of their first occurrences. */
function distinct(values: string[] | number[]): string[] | number[] {
  if (values.length <= FEW_VALUES && areDistinct(values)) return values;
  return holdsTexts(values) ? [...new Set(values)] : [...new Set(values)];
}

function areDistinct(values: FieldValues): boolean {
  for (let i = 1; i < values.length; i++)
    for (let before = 0; before < i; before++) if (values[before] === values[i]) return false;
  return true;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** The first texts up to a total length; the last one is truncated. */
function firstUnits(texts: readonly string[], length: number): string[] {
  const kept: string[] = [];
  let left = length;
  for (const text of texts) {
    if (left === 0) break;
    kept.push(text.length > left ? detachedSlice(text, 0, left) : text);
    left = Math.max(0, left - text.length);
  }
  return kept;
}
