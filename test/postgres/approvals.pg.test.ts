import { afterAll } from 'vitest';
import { describeApprovals } from '../crash/describe-approvals.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';

let postgres: PostgresDatabases | undefined;
afterAll(() => postgres?.[Symbol.asyncDispose]());

describeApprovals('PostgreSQL', async () => {
  postgres = await usePostgres();
  return ['--store', await postgres.createDatabase(), '--secrets-key', 'the key of a suite of tests'];
});
