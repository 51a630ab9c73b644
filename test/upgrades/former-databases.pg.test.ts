import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { postgresPrograms } from '../support/engines/spawn-postgres.ts';
import { FORMER_STATES } from './former-states.ts';
import { expectSameCatalog } from './open-former-state.ts';
import { SECRETS_KEY, dumpOf, unpackFixture } from './upgrade-fixture.ts';

let home: string;
let postgres: PostgresDatabases;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'colophon-upgrades-'));
  postgres = await usePostgres();
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** Restores the dump of a former state; returns the URL of the database. */
async function restored(state: string): Promise<string> {
  const url = await postgres.createDatabase();
  const options = ['--quiet', '--no-psqlrc', '--set', 'ON_ERROR_STOP=1', '--dbname', url];
  const program = join(postgresPrograms() ?? '', 'psql');
  const { status, stderr } = spawnSync(program, options, { input: dumpOf(state), encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return url;
}

describe('the database of a former version', () => {
  it.each(FORMER_STATES)('$name has everything', async ({ name }) => {
    const folder = join(home, name);
    const expected = unpackFixture(name, 'postgres', folder);
    const store = await restored(name);
    await expectSameCatalog({ folder, options: { store, 'secrets.key': SECRETS_KEY } }, expected);
  });
});
