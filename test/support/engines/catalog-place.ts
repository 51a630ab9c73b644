import { inject } from 'vitest';

/** Places of catalogs by the folder that holds what is left. */
const places = new Map<string, Readonly<Record<string, string>>>();

/** Whether catalogs are kept in their folders alone. */
export function isKeptInFolders(): boolean {
  return inject('engines') === undefined;
}

/** Options that say where the catalog of a folder is kept: nothing for one that is in the folder alone. */
export async function placeOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const engines = inject('engines');
  if (engines === undefined) return {};
  const known = places.get(folder);
  if (known !== undefined) return known;
  // Loaded by runs that need it.
  const { createDatabase } = await import('./postgres-database.ts');
  const store = await createDatabase(engines.postgres);
  const searchPrefix = `${new URL(store).pathname.slice(1)}_`;
  const place = {
    store,
    'secrets.key': 'the key that all processes of a test share',
    ...(engines.opensearch !== undefined && {
      search: engines.opensearch,
      searchPrefix,
      // Tests read at once what they have written, also by way of commands.
      searchImmediate: 'true',
    }),
  };
  places.set(folder, place);
  return place;
}

/** Removes the catalog of a folder, which no server has open, from the engines. */
export async function clearPlaceOf(folder: string): Promise<void> {
  const { store, search, searchPrefix } = places.get(folder) ?? {};
  places.delete(folder);
  if (store === undefined) return;
  const { dropDatabase } = await import('./postgres-database.ts');
  await dropDatabase(store);
  if (search !== undefined) await fetch(`${search}/${searchPrefix}*`, { method: 'DELETE' });
}
