/** Parses clipboard text of spreadsheets: tab-separated cells, rows separated by line breaks; cells with tabs or line breaks are quoted. */
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

/** Formats cells as clipboard text for spreadsheets. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join('\t')).join('\n');
}

function cellOf(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
