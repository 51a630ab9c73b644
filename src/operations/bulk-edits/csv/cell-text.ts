/** Separates the values of a cell. Within a value it is escaped as `\|`, and a backslash as `\\`. */
export const SEPARATOR = '|';

/** Matches a cell that a spreadsheet could parse as a formula, and one that an apostrophe already marks as text. */
const FORMULA = /^['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;
const GUARDED = /^'['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^'+[\t\r\n]/u;
/**
 * Matches characters to escape: special characters of a cell, and the start of a formula after a semicolon or tab,
 * where a spreadsheet with this separator starts a cell.
 */
const SPECIAL = /[\\|]|^\s|\s$|[=+\-@＝＋－＠](?<=[;\t\r\n]["'\s\p{Cf}\p{Cc}]*.)/gu;
/** Signed numbers are not formulas. */
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The values of a field as one cell; {@link valuesOf} reads them back, except empty ones. */
export function cellText(values: readonly string[]): string {
  return values.map((value) => value.replace(SPECIAL, (special) => `\\${special}`)).join(SEPARATOR);
}

/** The values in a cell, without empty ones, trimmed of unescaped spaces. */
export function valuesOf(cell: string): readonly string[] {
  const texts = cell.includes('\\') ? unescaped(cell) : cell.split(SEPARATOR).map((value) => value.trim());
  return texts.filter((value) => value !== '');
}

/** A scan, because regular expressions with alternatives exhaust the stack on long texts. */
function unescaped(cell: string): readonly string[] {
  const values: string[] = [];
  let value = '';
  /** Length of the value without trailing unescaped spaces. */
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

/** The text, prefixed with an apostrophe if a spreadsheet could run it as a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a guarded cell, without the apostrophe. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
