import { Client } from 'pg';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { until } from '../support/until.ts';

/** Locks the rows of a SELECT against other writers; released by `COMMIT` or when the client ends. */
export async function holdRows(url: string, select: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`${select} FOR UPDATE`);
  return client;
}

/** Waits until this many connections of the database wait for a lock, or `isOver` returns true. */
export function connectionsWait(
  postgres: PostgresDatabases,
  { url, count, isOver = () => false }: { url: string; count: number; isOver?: () => boolean },
): Promise<void> {
  return until(`${count} wait for a lock`, async () => {
    const rows = await postgres.run(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length === count || isOver();
  });
}
