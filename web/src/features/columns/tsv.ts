/** Reads what spreadsheets put on the clipboard: cells separated by tabs, rows by line breaks, quoted where they hold one. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const [, enclosed, plain = '', end] = cell.exec(text) ?? [];
    rows.at(-1)?.push(enclosed === undefined ? plain : enclosed.replaceAll('""', '"'));
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

/** Writes cells as spreadsheets read them from the clipboard. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join('\t')).join('\n');
}

function cellOf(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
