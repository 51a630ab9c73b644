import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { FORMER_STATES } from './former-states.ts';
import { expectSameCatalog } from './open-former-state.ts';
import { unpackFixture } from './upgrade-fixture.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'colophon-upgrades-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('docs/upgrading.md names the former states', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'upgrading.md'), 'utf8');
  const rows = page.matchAll(/^\| `([0-9a-f]{8})` *\| (\d+) *\| (\d+)/gm);
  const named = [...rows].map(([, commit, sqlite, postgres]) => [commit, Number(sqlite), Number(postgres)]);
  const states = FORMER_STATES.map(({ commit, schemas }) => [
    commit.slice(0, 8),
    schemas.sqlite,
    schemas.postgres,
  ]);
  expect(named).toEqual(states);
});

describe('the data folder of a former version', () => {
  it.each(FORMER_STATES)('$name has everything', async ({ name }) => {
    const folder = join(home, name);
    const expected = unpackFixture(name, 'sqlite', folder);
    await expectSameCatalog({ folder }, expected);
  });

  it.each(FORMER_STATES)('$name has everything without its index', async ({ name }) => {
    const folder = join(home, `${name}-bare`);
    const expected = unpackFixture(name, 'sqlite', folder);
    rmSync(join(folder, 'index'), { recursive: true });
    await expectSameCatalog({ folder }, expected);
  });

  it('of the last state lets an earlier run be rolled back', async () => {
    const { name } = FORMER_STATES.at(-1) ?? { name: '' };
    const folder = join(home, `${name}-rolled-back`);
    unpackFixture(name, 'sqlite', folder);
    const server = await startServer({ folder });
    const act = async (action: string, body: object) =>
      (await server.request('POST', `/runs?action=${action}`, body)).json;
    const listed = { runId: 'kept-run', start: 0, count: 100, includeSoft: true, includeAspect: true };
    expect((await act('describe', listed)).value).not.toHaveLength(0);
    await act('rollback', { runId: 'kept-run', dryRun: false, hardDelete: false });
    expect((await act('describe', listed)).value).toEqual([]);
    await server.stop({ keepFolder: true });
  });
});
