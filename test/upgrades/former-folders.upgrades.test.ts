import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
