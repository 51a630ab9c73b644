import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isJsonObject } from '../../src/util/json.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { postgresPrograms } from '../support/engines/spawn-postgres.ts';
import { CatalogDoor } from './catalog-door.ts';
import { fillCatalog } from './fill-catalog.ts';
import { FORMER_STATES, type FormerState } from './former-states.ts';
import { answersOf, questionsFor } from './questions.ts';
import { SECRETS_KEY, keepFixture, type Expected } from './upgrade-fixture.ts';

/*
 * Makes the fixtures of former states from the history: `node test/upgrades/make-fixtures.ts [state...]`. Checks out each commit, installs
 * it, starts its server, fills a catalog over HTTP and keeps what that server answers. Needs Git with the whole history, npm with its
 * registry, tar and PostgreSQL. The checkouts are kept in COLOPHON_FORMER_STATES, if it is set.
 */
const ROOT = join(import.meta.dirname, '..', '..');
const NODE = join(ROOT, 'node_modules', '.bin', 'node');

const kept = process.env['COLOPHON_FORMER_STATES'];
const checkouts = kept ?? mkdtempSync(join(tmpdir(), 'colophon-states-'));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => FORMER_STATES.every((state) => state.name !== name));
if (unknown.length > 0) {
  const names = FORMER_STATES.map(({ name }) => name).join(', ');
  throw new Error(`Unknown state ${unknown.join(', ')}. Use any of ${names}, or none for all.`);
}

await using postgres = await startPostgres();
for (const state of FORMER_STATES.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const checkout = checkedOut(state);
  await makeSqlite(state, checkout);
  await makePostgres(state, checkout, postgres);
  process.stdout.write(`${state.name} is made.\n`);
}
if (kept === undefined) rmSync(checkouts, { recursive: true, force: true });

/** The folder with a commit and its packages. */
function checkedOut({ commit }: FormerState): string {
  const folder = join(checkouts, commit.slice(0, 8));
  if (!existsSync(folder)) {
    run('git', ['clone', '--quiet', '--no-checkout', '--shared', ROOT, folder], ROOT);
    run('git', ['checkout', '--quiet', commit], folder);
  }
  // The server runs from its sources, by the Node of this checkout: nothing of the packages must be built.
  if (!existsSync(join(folder, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--no-audit'], folder);
  writeFileSync(join(folder, 'src', 'commit'), commit.slice(0, 8));
  return folder;
}

async function makeSqlite(state: FormerState, checkout: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-fixture-'));
  const expected = await filled(state, checkout, ['--data', folder]);
  keepFixture(state.name, 'sqlite', { folder, expected });
  rmSync(folder, { recursive: true, force: true });
}

async function makePostgres(state: FormerState, checkout: string, server: PostgresServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-fixture-'));
  const url = await server.createDatabase();
  const expected = await filled(state, checkout, [
    '--data',
    folder,
    '--store',
    url,
    '--secrets-key',
    SECRETS_KEY,
  ]);
  const program = join(postgresPrograms() ?? '', 'pg_dump');
  const dump = run(program, ['--no-owner', '--no-privileges', '--dbname', url], ROOT);
  keepFixture(state.name, 'postgres', { folder, expected, dump });
  rmSync(folder, { recursive: true, force: true });
}

/** Lets a server of the checkout write and read; it is stopped in the end. */
async function filled(state: FormerState, checkout: string, place: readonly string[]): Promise<Expected> {
  const flags = ['serve', '--json', '--port', '0', '--log-level', 'error', ...place];
  const options = ['--expose-gc', '--disable-warning=ExperimentalWarning', join(checkout, 'src', 'main.ts')];
  const child = spawn(NODE, [...options, ...flags], { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    const { token, url } = await readyLine(createInterface({ input: child.stdout }));
    const door = new CatalogDoor(url, token);
    const credentials = await fillCatalog(door, state);
    const answers = await answersOf(door, questionsFor(state), credentials);
    return { askedAt: Date.now(), credentials, answers };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function readyLine(lines: AsyncIterable<string>): Promise<{ url: string; token: string }> {
  for await (const line of lines) {
    const ready: unknown = JSON.parse(line);
    if (isJsonObject(ready) && typeof ready['url'] === 'string' && typeof ready['token'] === 'string') {
      return { url: ready['url'], token: ready['token'] };
    }
  }
  throw new Error('The server ended before it was ready.');
}

function run(command: string, args: readonly string[], folder: string): string {
  const { error, status, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`);
  return stdout;
}
