import { openPostgresStore } from '../../../src/store/postgres/open.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { MetadataStore } from '../../../src/store/metadata-store.ts';
import { placeOf } from './catalog-place.ts';

/** Opens the store (SQLite or PostgreSQL) of a stopped catalog by its data folder. */
export async function openPlacedStore(folder: string): Promise<MetadataStore> {
  const { store } = await placeOf(folder);
  if (store === undefined) return openSqliteStore(folder);
  return openPostgresStore(store, { connections: 2, log: () => undefined });
}
