import type { JsonValue } from '../../../util/json.ts';
import { ALL_SHARED, Columns } from '../document/columns.ts';
import type { Connection } from './connection.ts';
import { readDocument, writeDocument } from './generation-state.ts';
import type { StateRevision } from './generation-state.ts';

/** Document with the list, in the index of the state. */
const ID = 'columns';

/** The columns of a generation as they are stored. */
export interface StoredColumns {
  readonly columns: Columns;
  readonly revision: StateRevision | undefined;
}

/** Reads the columns of a generation by the name of its state's index; all are shared where no list was written. */
export async function readColumns(connection: Connection, index: string): Promise<StoredColumns> {
  const found = await readDocument(connection, index, ID);
  if (found === undefined) return { columns: new Columns(ALL_SHARED), revision: undefined };
  const { fields, texts, isClosed } = found.content;
  const columns = new Columns({
    fields: textsOf(fields),
    texts: textsOf(texts),
    isClosed: isClosed === true,
  });
  return { columns, revision: found.revision };
}

/** Stores the columns; rejects with a version conflict if another process has, since they were read. */
export async function writeColumns(
  connection: Connection,
  index: string,
  { columns, revision }: StoredColumns,
): Promise<StoredColumns> {
  const { fields, texts = [], isClosed } = columns.list;
  const content = { fields: [...fields], texts: [...texts], isClosed };
  const written = await writeDocument(connection, { name: index, isAlias: false }, ID, { content, revision });
  return { columns, revision: written };
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
