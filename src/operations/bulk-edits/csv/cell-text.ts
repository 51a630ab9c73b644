/** Separates the values of a cell. Within a value, `\|` stands for it and `\\` for a backslash. */
export const SEPARATOR = '|';

/** A cell that a spreadsheet could take for a formula, and one that an apostrophe has made a text. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;
/** Signed numbers are no formulas. */
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The values of a field as one cell; {@link valuesOf} reads them back, except empty ones. */
export function cellText(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]|^\s|\s$/g, (special) => `\\${special}`)).join(SEPARATOR);
}

/** The values in a cell, without empty ones and without spaces around them that no backslash precedes. */
export function valuesOf(cell: string): readonly string[] {
  // Splitting at an unescaped separator, and then reading the escapes of each value.
  const parts = cell.match(/(?:\\[^]|[^|])*/g) ?? [];
  return parts.map(unescaped).filter((value) => value !== '');
}

function unescaped(part: string): string {
  const inner = /^\s*((?:\\[^]|[^\\\s]|\\$|\s+(?=[^\s]))*)/.exec(part)?.[1] ?? '';
  return inner.replace(/\\([^])/g, '$1');
}

/** The text with an apostrophe before what a spreadsheet could run as a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a guarded cell, without the apostrophe. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
