import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import type { Logs } from '../log.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { documentsVersion } from '../search/document-digest.ts';
import { EmbeddedShelf } from '../search/embedded/embedded-shelf.ts';
import { SwappableIndex } from '../search/swappable-index.ts';

/** What the index needs besides its place. */
export interface IndexParts {
  readonly registry: EntityRegistry;
  /** Epoch ms. */
  readonly now: () => number;
  readonly logs: Pick<Logs, 'search'>;
}

/** Opens the index that the configuration names. */
export function openIndex(
  { data, memory }: Pick<Config, 'data' | 'memory'>,
  { logs, now, registry }: IndexParts,
): Promise<SwappableIndex> {
  const root = memory ? undefined : join(data, 'index');
  const documents = documentsVersion(registry);
  return SwappableIndex.open(new EmbeddedShelf({ root, documents, now, log: logs.search }));
}
