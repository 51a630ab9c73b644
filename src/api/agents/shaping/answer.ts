import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** A list of an answer from which whole items are left out, last first, if the answer is too long. */
export interface CutList {
  /** Name of the list in `cut`, such as `results`. */
  readonly what: string;
  /** The items, in the answer as well; shortened in place. */
  readonly items: JsonValue[];
  /** Number of all items, including those on other pages. */
  readonly total: number;
  /** Number of items on earlier pages; default: 0. */
  readonly before?: number;
  /** How to get the others: an argument or a tool. */
  readonly how: string;
  /** The item of another list that contains it; such lists are shortened first, and disappear with the item. */
  readonly parent?: { readonly items: JsonValue[]; readonly index: number };
  /** Number of items that are not left out before those of the parent; default: 0. */
  readonly least?: number;
}

/** Answer of a tool before it is fitted into its budget. */
export interface Answer {
  readonly body: JsonObject;
  readonly lists?: readonly CutList[];
  /**
   * Cursor of the next page, from the number of items left in the first list, or in each; undefined: it was the last.
   */
  readonly cursor?: (shown: number, lengths: ReadonlyMap<JsonValue, number>) => string | undefined;
  /** How to get texts that are cut; default: the tool `get_entities`. */
  readonly wholeTexts?: string;
  /** Maximum characters of a text; default: 1,000. */
  readonly textLength?: number;
}

/** What is left out of an answer. */
export interface Cut {
  readonly what: string;
  readonly shown: number;
  readonly total: number;
  readonly how: string;
}
