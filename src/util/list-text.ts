import { shorten } from './printable.ts';

/** Items of a list that a message shows. */
const MOST_SHOWN = 20;

/** Characters of an item that a message shows. */
const SHOWN_LENGTH = 200;

/**
 * The items of a list in a message: at most 20, of at most 200 characters each, then the number of the others. A list may
 * have any length, and a message may repeat it for each failure.
 */
export function listText(items: readonly string[], separator = ', '): string {
  return listOf(items, itemText, separator);
}

/** The items of a list in a message, as {@link listText}; `show` returns the text of an item. */
export function listOf<Item>(items: readonly Item[], show: (item: Item) => string, separator = ', '): string {
  const shown = items.slice(0, MOST_SHOWN).map(show).join(separator);
  return items.length > MOST_SHOWN ? `${shown}${separator}... ${items.length - MOST_SHOWN} more` : shown;
}

/** A text of any length in a message: at most 200 characters. */
export function itemText(text: string): string {
  return shorten(text, SHOWN_LENGTH);
}
