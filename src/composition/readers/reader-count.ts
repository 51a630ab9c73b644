import { availableParallelism } from 'node:os';
import type { Config } from '../../config/options.ts';
import { invalidRequest } from '../../errors.ts';

/** Maximum readers with `auto`: more would wait for the writing thread. */
const MOST_BY_DEFAULT = 4;

/**
 * Number of threads that answer reads. Throws INVALID_REQUEST if some are configured where there can be none: they need
 * Linux, where several threads can listen on one port, and a store and an index in the data folder.
 */
export function readerCount({
  memory,
  readers,
  search,
  store,
}: Pick<Config, 'memory' | 'readers' | 'search' | 'store'>): number {
  const obstacle = obstacleOf({ memory, search, store });
  if (readers === 'auto') {
    return obstacle === undefined ? Math.min(MOST_BY_DEFAULT, availableParallelism() - 1) : 0;
  }
  if (readers === 0 || obstacle === undefined) return readers;
  throw invalidRequest(`readers must be 0 or auto, not ${readers}: ${obstacle}`);
}

function obstacleOf({
  memory,
  search,
  store,
}: Pick<Config, 'memory' | 'search' | 'store'>): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux can several threads listen on one port.';
  if (memory) return 'a catalog in memory can be read by one thread only.';
  if (store === '' && search === '') return undefined;
  return 'with PostgreSQL or OpenSearch, start more processes instead.';
}
