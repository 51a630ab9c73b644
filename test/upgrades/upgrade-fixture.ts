import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Credentials } from './fill-catalog.ts';
import type { AnsweredQuestion } from './questions.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Stores that a former state is kept of. */
export type FormerStore = 'sqlite' | 'postgres';

/** The key of secrets of catalogs in PostgreSQL; those in a folder have their own. */
export const SECRETS_KEY = 'a key that only these fixtures use';

/** What the former version answered about its catalog. */
export interface Expected {
  /** When it answered, in milliseconds since 1970: sessions end and lists of recent events become shorter later. */
  readonly askedAt: number;
  readonly credentials: Credentials;
  readonly answers: readonly AnsweredQuestion[];
}

/** Files of a former state of a store: its data folder, what it answered, and the dump of its database in PostgreSQL. */
function pathOf(state: string, store: FormerStore, ending: string): string {
  return join(FIXTURES, `${state}.${store}.${ending}.br`);
}

/** Keeps the data folder of a stopped server. `dump`: SQL text that restores its database, for PostgreSQL. */
export function keepFixture(
  state: string,
  store: FormerStore,
  {
    dump,
    expected,
    folder,
  }: { readonly folder: string; readonly dump?: string; readonly expected: Expected },
): void {
  mkdirSync(FIXTURES, { recursive: true });
  // Neither names nor times of this machine.
  const who = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--sort=name'];
  const archive = run('tar', ['--create', ...who, '--exclude=lock.db', '--directory', folder, '.']);
  write(pathOf(state, store, 'folder.tar'), archive);
  write(pathOf(state, store, 'expected.json'), Buffer.from(JSON.stringify(expected)));
  if (dump !== undefined) write(pathOf(state, store, 'dump.sql'), Buffer.from(dump));
}

/** Unpacks the data folder of a former state into a new folder; returns what the former version answered. */
export function unpackFixture(state: string, store: FormerStore, folder: string): Expected {
  mkdirSync(folder, { recursive: true });
  run('tar', ['--extract', '--directory', folder], read(pathOf(state, store, 'folder.tar')));
  // `keepFixture` wrote it.
  return JSON.parse(read(pathOf(state, store, 'expected.json')).toString()) as Expected;
}

/** The dump of the database of a former state, as SQL for psql. */
export function dumpOf(state: string): string {
  return read(pathOf(state, 'postgres', 'dump.sql')).toString();
}

/** Whether a former state of a store is kept. */
export function isKept(state: string, store: FormerStore): boolean {
  return existsSync(pathOf(state, store, 'expected.json'));
}

function write(path: string, content: Buffer): void {
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  writeFileSync(path, brotliCompressSync(content, { params }));
}

function read(path: string): Buffer {
  return brotliDecompressSync(readFileSync(path));
}

function run(command: string, args: readonly string[], input?: Buffer): Buffer {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    maxBuffer: 2 ** 28,
    ...(input && { input }),
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} failed: ${stderr.toString()}`);
  return stdout;
}
