import type { Config } from '../config/options.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { openMemoryStore, openSqliteStore } from '../store/sqlite/open.ts';

/** Opens the store that the configuration names. */
export function openStore({ data, memory }: Pick<Config, 'data' | 'memory'>): Promise<MetadataStore> {
  return memory ? Promise.resolve(openMemoryStore()) : openSqliteStore(data);
}
