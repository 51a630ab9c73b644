import { inject } from 'vitest';

/** Stores and indexes of catalogs, by data folder. */
const places = new Map<string, Readonly<Record<string, string>>>();

/** Whether catalogs are stored only in their folders. */
export function isKeptInFolders(): boolean {
  return inject('engines') === undefined;
}

/** Options for the store and index of a folder's catalog; empty if it is stored only in the folder. */
export async function placeOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const engines = inject('engines');
  if (engines === undefined) return {};
  const known = places.get(folder);
  if (known !== undefined) return known;
  // Loaded only in runs that need it.
  const { createDatabase } = await import('./postgres-database.ts');
  const store = await createDatabase(engines.postgres);
  const searchPrefix = `${new URL(store).pathname.slice(1)}_`;
  const place = {
    store,
    'secrets.key': 'the key that all processes of a test share',
    ...(engines.opensearch !== undefined && {
      search: engines.opensearch,
      searchPrefix,
      // Tests, and the commands they run, read their own writes at once.
      searchImmediate: 'true',
    }),
  };
  places.set(folder, place);
  return place;
}

/** Removes a folder's catalog from the engines. No server may have it open. */
export async function clearPlaceOf(folder: string): Promise<void> {
  const { store, search, searchPrefix } = places.get(folder) ?? {};
  places.delete(folder);
  if (store === undefined) return;
  const { dropDatabase } = await import('./postgres-database.ts');
  await dropDatabase(store);
  if (search !== undefined) await fetch(`${search}/${searchPrefix}*`, { method: 'DELETE' });
}
