import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { because } from '../../../refusals.ts';
import {
  ASSET_FIELDS,
  type AssetEdit,
  editFailure,
  type EditFailure,
  type EditField,
  type FieldEdit,
} from '../../../model/bulk-edit.ts';
import type { Urn } from '../../../model/urn.ts';
import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { shorten } from '../../../util/printable.ts';
import type { Work } from '../../work.ts';
import { MOST_ASSETS } from '../find-assets.ts';
import {
  NAMING_COLUMNS,
  definitionsOf,
  fieldName,
  fieldOf,
  readFieldEdit,
  type Definitions,
} from '../read-edits.ts';
import { unguarded, valuesOf } from './cell-text.ts';

/** A table whose rows are the new values of assets. */
export interface EditTable {
  readonly fields: readonly EditField[];
  readonly assets: readonly AssetEdit[];
  /** Number of rows, without the first line. */
  readonly rows: number;
  /** Refusals that do not depend on stored data. */
  readonly failures: readonly EditFailure[];
  /** Line of each row by urn. */
  readonly lines: ReadonlyMap<string, number>;
}

const DELIMITERS = [',', ';', '\t'] as const;
const BYTES_PER_TURN = 64 * 1024;
/** Maximum number of columns, as in an export. */
const MOST_COLUMNS = 203;
/** Maximum number of cells to change. */
const MOST_CELLS = 1_000_000;
/** Maximum length of a row in characters. */
const LONGEST_ROW = 1_000_000;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a table in CSV (RFC 4180; the separator may be a semicolon or a tab) whose first line names the columns: `urn`, and
 * fields. An empty cell means no value. Throws INVALID_REQUEST for an invalid table, and for unknown columns.
 */
export async function readTable(csv: string, work: Work): Promise<EditTable> {
  const [header, ...rows] = await parsed(csv);
  if (header === undefined)
    throw invalidRequest(
      "The file is empty. Its first line names columns: 'urn', and fields.",
      undefined,
      because('FILE_EMPTY'),
    );
  const columns = header.cells.map((name) => unguarded(name).trim());
  const fields = readHeader(columns, work);
  const cells = rows.length * fields.size;
  if (cells > MOST_CELLS)
    throw invalidRequest(
      `The file has ${cells} cells to change, more than ${MOST_CELLS}. Split it.`,
      undefined,
      because('FILE_TOO_LONG', { most: MOST_CELLS }),
    );
  const definitions = await definitionsOf([...fields.values()], work);
  const assets: AssetEdit[] = [];
  const failures: EditFailure[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    if (isTurnOver()) await nextTurnOfRead();
    const read = readRow(row, { columns, fields, definitions, lines }, work);
    if ('edits' in read) assets.push(read);
    else for (const failure of read) failures.push(failure);
  }
  return { fields: [...fields.values()], rows: rows.length, assets, failures, lines };
}

/** The rows of a file, parsed in chunks; yields to other requests in between. */
async function parsed(csv: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let line = 1;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    cast: (cell, { index }) => {
      // Checked before the row ends: fifteen million commas take seconds.
      if (index >= MOST_COLUMNS)
        throw invalidRequest(
          `A row of the file has more than ${MOST_COLUMNS} cells.`,
          undefined,
          because('FILE_TOO_LONG', { most: MOST_COLUMNS }),
        );
      return cell;
    },
    onRecord: (cells: string[], context) => {
      // The first line names the columns.
      if (rows.length > MOST_ASSETS)
        throw invalidRequest(
          `The file has more than ${MOST_ASSETS} rows. Split it.`,
          undefined,
          because('FILE_TOO_LONG', { most: MOST_ASSETS }),
        );
      rows.push({ cells, line });
      line = context.lines + 1;
      return null;
    },
  });
  try {
    await pipeline(slicesOf(Buffer.from(csv)), parser.resume());
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidRequest(
      `The file is not CSV: ${error.message}. Check the quotes of this line.`,
      undefined,
      because('FILE_NOT_CSV', { line: lineOf(error) }),
    );
  }
}

/** The line at which the parser stopped, from 1. */
function lineOf({ lines }: CsvError): number {
  return typeof lines === 'number' ? lines : 1;
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += BYTES_PER_TURN) {
    yield bytes.subarray(start, start + BYTES_PER_TURN);
    await nextTurnOfRead();
  }
}

/** The delimiter of the first line. */
function delimiterOf(csv: string): string {
  const first = /^[^\r\n]*/.exec(csv.slice(0, BYTES_PER_TURN))?.[0] ?? '';
  const count = (delimiter: string): number => first.split(delimiter).length;
  const [delimiter = ','] = [...DELIMITERS].sort((a, b) => count(b) - count(a));
  return delimiter;
}

/** The fields of the columns, by position. */
function readHeader(columns: readonly string[], work: Work): ReadonlyMap<number, EditField> {
  if (!columns.includes('urn'))
    throw invalidRequest(
      `The first line has no column 'urn'. It names: ${shorten(columns.join(', '), 200)}.`,
      undefined,
      because('FILE_WITHOUT_URN'),
    );
  const fields = new Map<number, EditField>();
  const seen = new Set<string>();
  for (const [place, name] of columns.entries()) {
    const isNaming = name === 'urn' || NAMING_COLUMNS.some((one) => one === name);
    const field = isNaming ? undefined : fieldOf(name, work);
    const key = field ?? name;
    if (seen.has(key))
      throw invalidRequest(
        `The first line names the column '${name}' twice. Remove one.`,
        undefined,
        because('FILE_COLUMN_TWICE', { column: name }),
      );
    seen.add(key);
    if (field !== undefined) fields.set(place, field);
  }
  if (fields.size === 0)
    throw invalidRequest(
      `The file has no column to change. Add ${ASSET_FIELDS.join(', ')}, or a property's name.`,
      undefined,
      because('FILE_WITHOUT_CHANGES'),
    );
  return fields;
}

/** Context for reading the rows of a table. */
interface RowContext {
  readonly columns: readonly string[];
  readonly fields: ReadonlyMap<number, EditField>;
  readonly definitions: Definitions;
  /** Lines of the rows read so far; the line of each row is added. */
  readonly lines: Map<string, number>;
}

function readRow(
  { cells, line }: Row,
  { columns, definitions, fields, lines }: RowContext,
  work: Work,
): AssetEdit | readonly EditFailure[] {
  const text = unguarded(cells[columns.indexOf('urn')] ?? '').trim();
  const refused = (error: CatalogError, field?: string): EditFailure => ({
    ...editFailure({ urn: shorten(text, 500), line, ...(field !== undefined && { field }) }, error),
    code: 'INVALID_REQUEST',
  });
  if (cells.length !== columns.length) {
    const message = `The row has ${cells.length} cells, but the first line has ${columns.length}. Check its quotes.`;
    const lengths = { cells: cells.length, columns: columns.length };
    return [refused(invalidRequest(message, undefined, because('FILE_ROW_LENGTH', lengths)))];
  }
  let urn: Urn;
  try {
    ({ urn } = work.references.parse(text));
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return [refused(error)];
  }
  const earlier = lines.get(urn);
  if (earlier !== undefined) {
    const message = `Line ${earlier} has the same asset. Merge the rows.`;
    return [refused(invalidRequest(message, undefined, because('FILE_ASSET_TWICE', { line: earlier })))];
  }
  lines.set(urn, line);
  const edits: FieldEdit[] = [];
  const failures: EditFailure[] = [];
  for (const [place, field] of fields) {
    try {
      const values = valuesOf(unguarded(cells[place] ?? ''));
      edits.push(readFieldEdit({ field, action: 'set', values }, definitions, work));
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      failures.push(refused(error, fieldName(field)));
    }
  }
  return failures.length > 0 ? failures : { urn, edits };
}
