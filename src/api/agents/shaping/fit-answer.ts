import { CatalogError } from '../../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import type { Answer, Cut, CutList } from './answer.ts';
import { withVisible } from './visible-text.ts';

/** A list of an answer, or of its fitted copy, from which items are left out. */
interface FittedList extends Omit<CutList, 'parent'> {
  /** Characters of each item with its comma. */
  readonly sizes: number[];
  /** Characters of all items. */
  size: number;
  readonly parent: { readonly items: readonly JsonValue[]; readonly index: number } | undefined;
}

/** An answer within its budget: the JSON text, the same as an object, and the number of cuts. */
export interface FittedAnswer {
  readonly text: string;
  readonly content: JsonObject;
  readonly cuts: number;
}

/** Default maximum characters of a text in an answer. */
export const TEXT_LENGTH = 1_000;
/** The member for what people and sources wrote. */
const UNTRUSTED = 'untrusted';
/** Shortest length to which texts are cut so that an item fits. */
const LEAST_TEXT = 50;
/** Characters kept free for the rest of the answer when the first item is measured. */
const REST = 1_500;
const HOW_TEXT = 'get_entities with this urn alone and a higher max_chars';

/**
 * Fits an answer into `most` characters of JSON. Cuts texts, makes invisible characters visible, and leaves out whole items,
 * always the last of the longest list: first of lists within items, then of the others; also in the answer itself. TOO_LARGE if
 * the rest is too long.
 */
export function fitAnswer(answer: Answer, sequence: number, most: number): FittedAnswer {
  const { lists = [], wholeTexts = HOW_TEXT } = answer;
  const textLength = lengthToFit(answer, most);
  // Converting texts takes most of the time: what cannot fit is left out before.
  const least = (value: JsonValue): number => leastSize(value, textLength);
  const excess = least(answer.body) - most;
  if (excess > 0) {
    leaveOut(
      lists.map((list) => fittedList(list, list.items, list.parent?.items, least)),
      excess,
    );
  }
  const texts = new CutTexts(textLength, wholeTexts);
  const shown = new Map<JsonValue, JsonValue[]>();
  const body = visible(answer.body, texts, shown);
  const exact = (value: JsonValue): number => JSON.stringify(value).length;
  const fitted = lists.map((list) =>
    fittedList(list, shown.get(list.items) ?? [], list.parent && (shown.get(list.parent.items) ?? []), exact),
  );
  for (;;) {
    const content = complete(body, { answer, lists: fitted, texts, sequence });
    const text = JSON.stringify(content);
    if (text.length <= most) return { text, content, cuts: numberOf(content) };
    if (!leaveOut(fitted, text.length - most)) {
      throw new CatalogError(
        'TOO_LARGE',
        `The answer has ${text.length} characters without its lists, more than max_chars ${most}. Ask for less, or raise max_chars.`,
      );
    }
  }
}

/**
 * Maximum characters of a text with which the first item of the answer, with the least of the lists in it, is not left out: less than
 * asked for if its texts are many or long.
 */
function lengthToFit({ lists = [], textLength = TEXT_LENGTH }: Answer, most: number): number {
  const first = lists.find(({ parent }) => parent === undefined)?.items[0];
  if (first === undefined) return textLength;
  const least = new Map(
    lists
      .filter(({ parent }) => parent?.index === 0)
      .map((list): [JsonValue, number] => [list.items, list.least ?? 0]),
  );
  const item = withLeast(first, least);
  for (let length = textLength; ; length = Math.floor(length / 2)) {
    if (length <= LEAST_TEXT) return Math.min(textLength, LEAST_TEXT);
    const shown = visible({ item }, new CutTexts(length, ''), new Map());
    if (JSON.stringify(shown).length + REST <= most) return length;
  }
}

/** The value with so many items of these lists. */
function withLeast(value: JsonValue, least: ReadonlyMap<JsonValue, number>): JsonValue {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.slice(0, least.get(value)).map((one) => withLeast(one, least));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, withLeast(member, least)] as const],
    ),
  );
}

function fittedList(
  list: CutList,
  items: JsonValue[],
  ofParent: readonly JsonValue[] | undefined,
  sizeOf: (item: JsonValue) => number,
): FittedList {
  const sizes = items.map((item) => sizeOf(item) + 1);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const parent = list.parent && { index: list.parent.index, items: ofParent ?? [] };
  return { ...list, items, parent, sizes, size };
}

/** Characters of the value as JSON, or fewer: conversions make texts longer. `most`: where texts are cut. */
function leastSize(value: JsonValue, most: number): number {
  if (typeof value === 'string') return Math.min(value.length, most) + 2;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) size += leastSize(item, most) + 1;
    return size;
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) size += name.length + 3 + leastSize(member, most) + 1;
  }
  return size;
}

/** Leaves out items until at least `excess` characters are removed. Returns false if there is nothing to leave out. */
function leaveOut(lists: readonly FittedList[], excess: number): boolean {
  const inner = lists.filter(({ parent }) => parent !== undefined);
  const outer = lists.filter(({ parent }) => parent === undefined);
  let gone = 0;
  while (gone < excess) {
    const longest =
      longestOf(inner, (list) => list.items.length > (list.least ?? 0) && isShown(list)) ??
      longestOf(outer, ({ items }) => items.length > 0);
    if (longest === undefined) return gone > 0;
    longest.items.pop();
    const size = longest.sizes.pop() ?? 0;
    longest.size -= size;
    gone += size;
  }
  return true;
}

/** Whether the item that contains the list is still in the answer. */
function isShown({ parent }: FittedList): boolean {
  return parent === undefined || parent.items.length > parent.index;
}

function longestOf(
  lists: readonly FittedList[],
  isAllowed: (list: FittedList) => boolean,
): FittedList | undefined {
  let longest: FittedList | undefined;
  for (const list of lists) {
    if (isAllowed(list) && list.size > (longest?.size ?? 0)) longest = list;
  }
  return longest;
}

interface Fitting {
  readonly answer: Answer;
  readonly lists: readonly FittedList[];
  readonly texts: CutTexts;
  readonly sequence: number;
}

function complete(body: JsonObject, { answer, lists, sequence, texts }: Fitting): JsonObject {
  const cut: Cut[] = lists
    .filter(isShown)
    .flatMap(({ before = 0, how, items, total, what }) =>
      before + items.length < total ? [{ what, shown: items.length, total, how }] : [],
    );
  cut.push(...texts.cuts);
  const [first] = lists;
  const lengths = new Map(
    (answer.lists ?? []).map(({ items }, i): [JsonValue, number] => [items, lists[i]?.items.length ?? 0]),
  );
  const cursor = answer.cursor?.(first?.items.length ?? 0, lengths);
  return {
    ...body,
    sequence,
    ...(cut.length > 0 && { cut: cut.map((one) => ({ ...one })) }),
    ...(cursor !== undefined && { cursor }),
  };
}

function numberOf({ cut }: JsonObject): number {
  return Array.isArray(cut) ? cut.length : 0;
}

/** Cuts long texts; one entry per place, in which elements of lists count as one. */
class CutTexts {
  readonly #most: number;
  readonly #how: string;
  readonly #longest = new Map<string, number>();

  constructor(most: number, how: string) {
    this.#most = most;
    this.#how = how;
  }

  get cuts(): readonly Cut[] {
    return [...this.#longest].map(([what, total]) => ({ what, shown: this.#most, total, how: this.#how }));
  }

  cut(text: string, place: string): string {
    if (text.length <= this.#most) return text;
    this.#longest.set(place, Math.max(text.length, this.#longest.get(place) ?? 0));
    return text.slice(0, this.#most).toWellFormed();
  }
}

/** Depth below `untrusted`: not at all, one of our members, or what people named. */
type Depth = 0 | 1 | 2;

/** A copy with cut texts and visible characters; `copies`: the copy of each list. */
function visible(body: JsonObject, texts: CutTexts, copies: Map<JsonValue, JsonValue[]>): JsonObject {
  const copy = (value: JsonValue, place: string, depth: Depth): JsonValue => {
    if (typeof value === 'string') return withVisible(depth > 0 ? texts.cut(value, place) : value);
    if (Array.isArray(value)) {
      const items = value.map((item: JsonValue) => copy(item, `${place}[]`, depth));
      copies.set(value, items);
      return items;
    }
    return isJsonObject(value) ? members(value, place, depth === 0 ? 0 : 2) : value;
  };
  const members = (value: JsonObject, place: string, depth: Depth): JsonObject => {
    const pairs = Object.entries(value).flatMap(([name, member]) => {
      if (member === undefined) return [];
      if (depth === 0 && name === UNTRUSTED && isJsonObject(member)) {
        return [[name, members(member, pathTo(place, name), 1)] as const];
      }
      const at = depth === 2 ? place : pathTo(place, withVisible(name));
      return [[withVisible(name), copy(member, at, depth)] as const];
    });
    return Object.fromEntries(pairs) as JsonObject;
  };
  return members(body, '', 0);
}

function pathTo(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
