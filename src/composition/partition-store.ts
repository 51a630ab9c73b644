import { invalidRequest } from '../errors.ts';
import type { PartitionedTable } from '../store/postgres/partition-tables.ts';

/**
 * Partitions the large tables of the store with this address. INVALID_REQUEST for the empty address of a SQLite
 * store; otherwise throws the errors of `partitionTables`.
 */
export async function partitionStore(
  store: string,
  log: (message: string) => void,
): Promise<readonly PartitionedTable[]> {
  if (store === '') {
    throw invalidRequest(
      'The store is SQLite, which has no partitions. Name a PostgreSQL database in --store or COLOPHON_STORE.',
    );
  }
  const { partitionTables } = await import('../store/postgres/partition-tables.ts');
  return partitionTables(store, log);
}
