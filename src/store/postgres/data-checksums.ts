import type { DamageReader } from '../damage.ts';
import type { Queryable } from './connection.ts';

/**
 * How to enable page checksums; undefined when the server has them. With its own checksums PostgreSQL refuses to read a
 * damaged page, so the tables need none.
 */
export async function checksumAdvice(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query('SHOW data_checksums');
  if (row?.['data_checksums'] === 'on') return undefined;
  return (
    'PostgreSQL keeps no checksums of its pages (data_checksums is off), so that damage of its files goes unnoticed. ' +
    'Stop the server and run pg_checksums --enable, or create the cluster with initdb --data-checksums.'
  );
}

/** Checks nothing itself: PostgreSQL verifies its pages when it reads them. */
export function createDamageReader(database: Queryable): DamageReader {
  return {
    scan: () => [],
    checkFile: () => Promise.resolve([]),
    advice: () => checksumAdvice(database),
  };
}
