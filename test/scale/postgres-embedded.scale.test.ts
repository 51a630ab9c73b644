import { afterAll, beforeAll } from 'vitest';
import { startPostgres } from '../support/postgres-database.ts';
import type { PostgresServer } from '../support/postgres-database.ts';
import { describeScale } from './describe-scale.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeScale('three processes on PostgreSQL, each with an index of its own', async () => ({
  COLOPHON_STORE: await postgres.createDatabase(),
}));
