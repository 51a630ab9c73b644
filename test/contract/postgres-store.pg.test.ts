import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { describeAsOf } from './store/as-of.ts';
import { describeAuditStore } from './store/audit-store.ts';
import { describeAssignmentRemoval } from './store/assignment-removal.ts';
import { describeDeletions } from './store/deletions.ts';
import { describeChangeReader } from './store/change-reader.ts';
import { describeJobStore } from './store/job-store.ts';
import { describeLargeCommits } from './store/large-commits.ts';
import { describeLogTrim } from './store/log-trim.ts';
import { describeMetadataStore } from './store/metadata-store.ts';
import { describeReadLimit } from './store/read-limit.ts';
import { describeRunRows } from './store/run-rows.ts';
import { describeScopedReader } from './store/scoped-reader.ts';
import { describeVersionTrim } from './store/version-trim.ts';

let postgres: PostgresDatabases;
let url: string;
beforeAll(async () => {
  postgres = await usePostgres();
});
beforeEach(async () => {
  url = await postgres.createDatabase();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeMetadataStore('PostgreSQL', () => openPostgresStore(url), true);
describeAssignmentRemoval('PostgreSQL', () => openPostgresStore(url), true);
describeAsOf('PostgreSQL', () => openPostgresStore(url));
describeAuditStore('PostgreSQL', () => openPostgresStore(url), true);
describeDeletions('PostgreSQL', () => openPostgresStore(url));
describeChangeReader('PostgreSQL', () => openPostgresStore(url));
describeJobStore('PostgreSQL', () => openPostgresStore(url), true);
describeLargeCommits('PostgreSQL', () => openPostgresStore(url));
describeLogTrim('PostgreSQL', () => openPostgresStore(url), true);
describeReadLimit('PostgreSQL', () => openPostgresStore(url));
describeRunRows('PostgreSQL', () => openPostgresStore(url));
describeScopedReader('PostgreSQL', () => openPostgresStore(url));
describeVersionTrim('PostgreSQL', () => openPostgresStore(url));
