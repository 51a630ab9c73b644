import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { startPostgres } from '../support/postgres-database.ts';
import type { PostgresServer } from '../support/postgres-database.ts';
import { describeAuditStore } from './audit-store.ts';
import { describeAssignmentRemoval } from './assignment-removal.ts';
import { describeJobStore } from './job-store.ts';
import { describeMetadataStore } from './metadata-store.ts';
import { describeRunRows } from './run-rows.ts';
import { describeVersionTrim } from './version-trim.ts';

let postgres: PostgresServer;
let url: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
beforeEach(async () => {
  url = await postgres.createDatabase();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeMetadataStore('PostgreSQL', () => openPostgresStore(url), true);
describeAssignmentRemoval('PostgreSQL', () => openPostgresStore(url), true);
describeAuditStore('PostgreSQL', () => openPostgresStore(url), true);
describeJobStore('PostgreSQL', () => openPostgresStore(url), true);
describeRunRows('PostgreSQL', () => openPostgresStore(url));
describeVersionTrim('PostgreSQL', () => openPostgresStore(url));
