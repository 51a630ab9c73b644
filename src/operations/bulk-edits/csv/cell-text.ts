/** Separates the values of a cell. Within a value, `\|` stands for it and `\\` for a backslash. */
export const SEPARATOR = '|';

/** A cell that a spreadsheet could take for a formula, and one that an apostrophe has made a text. */
const FORMULA = /^['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;
const GUARDED = /^'['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^'+[\t\r\n]/u;
/**
 * Characters with a meaning in a cell; and what begins a formula after a semicolon or a tab, where a spreadsheet that is set
 * to these as separators begins a cell.
 */
const SPECIAL = /[\\|]|^\s|\s$|[=+\-@＝＋－＠](?<=[;\t\r\n]["'\s\p{Cf}\p{Cc}]*.)/gu;
/** Signed numbers are no formulas. */
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The values of a field as one cell; {@link valuesOf} reads them back, except empty ones. */
export function cellText(values: readonly string[]): string {
  return values.map((value) => value.replace(SPECIAL, (special) => `\\${special}`)).join(SEPARATOR);
}

/** The values in a cell, without empty ones and without spaces around them that no backslash precedes. */
export function valuesOf(cell: string): readonly string[] {
  const texts = cell.includes('\\') ? unescaped(cell) : cell.split(SEPARATOR).map((value) => value.trim());
  return texts.filter((value) => value !== '');
}

/** A scan, since patterns with alternatives run out of stack on long texts. */
function unescaped(cell: string): readonly string[] {
  const values: string[] = [];
  let value = '';
  /** Length of the value up to its last character that is not a bare space. */
  let length = 0;
  for (let at = 0; at <= cell.length; at++) {
    const char = cell.charAt(at);
    if (at === cell.length || char === SEPARATOR) {
      values.push(value.slice(0, length));
      value = '';
      length = 0;
    } else if (char.trim() === '') {
      if (value !== '') value += char;
    } else {
      value += char === '\\' && at + 1 < cell.length ? cell.charAt(++at) : char;
      length = value.length;
    }
  }
  return values;
}

/** The text with an apostrophe before what a spreadsheet could run as a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a guarded cell, without the apostrophe. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
