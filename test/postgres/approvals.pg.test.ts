import { afterAll } from 'vitest';
import { describeApprovals } from '../crash/describe-approvals.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';

let postgres: PostgresServer | undefined;
afterAll(() => postgres?.[Symbol.asyncDispose]());

describeApprovals('PostgreSQL', async () => {
  postgres = await startPostgres();
  return ['--store', await postgres.createDatabase(), '--secrets-key', 'the key of a suite of tests'];
});
