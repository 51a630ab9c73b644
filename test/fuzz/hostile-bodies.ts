/** A text that is cheap to send and expensive to parse. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** The default body limit. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** Below the default limit of values. */
const MOST = 1_900_000;

const listOf = (item: string, count: number): string => `[${`${item},`.repeat(count - 1)}${item}]`;
const numbered = (count: number, part: (i: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => part(i)).join(',');

const named = (count: number, prefix: string): string => `{${numbered(count, (i) => `"${prefix}${i}":1`)}}`;

/** Texts within the limits on values, with at most this share of the allowed size. */
export function admitted(share = 1): readonly HostileText[] {
  const most = Math.floor(MOST * share);
  const bytes = Math.floor((MAX_BYTES - 1024) * share);
  return [
    { name: 'empty objects', text: listOf('{}', Math.floor(most / 2)) },
    { name: 'empty lists', text: listOf('[]', Math.floor(most / 2)) },
    { name: 'nulls', text: listOf('null', most) },
    { name: 'numbers', text: listOf('1.5', most) },
    { name: 'texts', text: `[${numbered(Math.min(most, Math.floor(bytes / 11)), (i) => `"t${i}"`)}]` },
    {
      name: 'urns',
      text: `[${numbered(Math.min(most, Math.floor(bytes / 24)), (i) => `"urn:li:tag:${i}"`)}]`,
    },
    { name: 'names', text: `{${numbered(Math.min(99_000, most / 2), (i) => `"k${i}":1`)}}` },
    { name: 'names in lists', text: `[${numbered(most / 190_000, (i) => named(95_000, `k${i}_`))}]` },
    { name: 'equal names', text: listOf(`{${'"k":1,'.repeat(94_999)}"k":1}`, Math.ceil(most / 190_000)) },
    {
      name: 'objects with names of their own',
      text: `[${numbered(Math.floor(most / 4), (i) => `{"k${i}":1}`)}]`,
    },
    { name: 'one long text', text: `"${'x'.repeat(bytes - 2)}"` },
    { name: 'escapes', text: `"${'\\u00e9'.repeat(Math.floor(bytes / 6) - 1)}"` },
    { name: 'not ASCII', text: `"${'é€'.repeat(Math.floor(bytes / 5) - 1)}"` },
    { name: 'long decimals', text: listOf(`0.${'9'.repeat(900)}`, Math.floor(bytes / 904)) },
    { name: 'white space', text: `${' \n'.repeat(bytes / 2 - 1)}1` },
  ];
}

/** Texts beyond the limits of nesting and values, and texts that are not JSON. */
export function refused(): readonly HostileText[] {
  const half = MAX_BYTES / 2;
  return [
    { name: 'brackets', text: '['.repeat(half) + ']'.repeat(half) },
    { name: 'opening brackets', text: '['.repeat(MAX_BYTES) },
    { name: 'braces', text: `${'{"a":'.repeat(half / 5)}1${'}'.repeat(half / 5)}` },
    { name: 'four million empty objects', text: listOf('{}', 4_000_000) },
    { name: 'eight million numbers', text: listOf('1', 8_000_000) },
    { name: 'a million names', text: named(1_000_000, 'key') },
    { name: 'a decimal of 16 million digits', text: `0.${'9'.repeat(MAX_BYTES - 2)}` },
    { name: 'digits', text: listOf('123456789012345', 1_000_000) },
    { name: 'long numbers', text: listOf('90071992547409920', 900_000) },
    { name: 'a number of 16 million digits', text: '9'.repeat(MAX_BYTES) },
    { name: 'an open text of quotes', text: `"${'\\"'.repeat(half - 1)}` },
    { name: 'an open text of backslashes', text: `"${'\\'.repeat(MAX_BYTES - 1)}` },
    { name: 'no UTF-8', text: `"${'x'.repeat(MAX_BYTES - 10)}\xff` },
  ];
}
