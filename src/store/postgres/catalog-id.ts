import { text } from '../rows/stored-rows.ts';
import type { Queryable } from './connection.ts';

/** The identity of the catalog in a migrated database. */
export async function readCatalogId(database: Queryable): Promise<string> {
  const [row = {}] = await database.query('SELECT id FROM colophon_catalog');
  return text(row, 'id');
}
