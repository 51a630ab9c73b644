import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { ALL_SHARED, Columns, FORMATS } from '../document/columns.ts';
import type { Connection } from './connection.ts';
import { readDocument, writeDocument, type StateRevision } from './generation-state.ts';

/** The columns of a generation as they are stored. */
export interface StoredColumns {
  readonly columns: Columns;
  readonly revision: StateRevision | undefined;
}

/** Where the list of a layout is stored. */
export interface ColumnsPlace {
  /** Index of the state. */
  readonly index: string;
  readonly layout: number;
}

/** Reads the columns of a layout; all are shared where no list was written. */
export async function readColumns(connection: Connection, place: ColumnsPlace): Promise<StoredColumns> {
  const found = await readDocument(connection, place.index, idOf(place));
  if (found === undefined) return { columns: new Columns(ALL_SHARED), revision: undefined };
  const { fields, former, isClosed, move, switches, texts } = found.content;
  const columns = new Columns({
    fields: textsOf(fields),
    texts: textsOf(texts),
    isClosed: isClosed === true,
    format: formatOf(found.content),
    ...(isJsonObject(move) && {
      move: { fields: textsOf(move['fields']), isSwitched: move['isSwitched'] === true },
    }),
    ...(former !== undefined && { former: textsOf(former) }),
    ...(typeof switches === 'number' && { switches }),
  });
  return { columns, revision: found.revision };
}

/**
 * Stores the columns of a layout; rejects with a version conflict if another process has stored them since they were
 * read.
 */
export async function writeColumns(
  connection: Connection,
  place: ColumnsPlace,
  { columns, revision }: StoredColumns,
): Promise<StoredColumns> {
  const { fields, former, move, texts = [], ...list } = columns.list;
  const content = {
    ...list,
    fields: [...fields],
    texts: [...texts],
    ...(former && { former: [...former] }),
    ...(move && { move: { ...move, fields: [...move.fields] } }),
  };
  const document = { name: place.index, isAlias: false };
  const written = await writeDocument(connection, document, idOf(place), { content, revision });
  return { columns, revision: written };
}

/** Before formats had numbers, versions recorded features of documents. */
function formatOf({ format, hasImpacts, hasRarities }: JsonObject): number {
  if (typeof format === 'number') return format;
  if (hasRarities === true) return FORMATS.rarities;
  return hasImpacts === true ? FORMATS.impacts : 0;
}

/** Each layout has its own list: the state names the current one, so a layout is replaced by one write. */
function idOf({ layout }: ColumnsPlace): string {
  return layout === 0 ? 'columns' : `columns-${layout}`;
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
