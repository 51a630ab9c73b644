import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { Computer, type CommandResult } from '../../support/run-colophon.ts';
import { seenOf } from '../../support/snapshots/seen-of-catalog.ts';
import { stoppedCatalog } from '../../support/snapshots/stopped-catalog.ts';
import { startServer } from '../../support/start-server.ts';

let computer: Computer;
/** A stopped catalog with every kind of data, and a secret. */
let source: string;
let seen: unknown;
/** A backup of it. */
let backup: string;
let places = 0;
beforeAll(async () => {
  computer = new Computer();
  source = join(computer.home, 'source');
  await stoppedCatalog(source);
  const server = await startServer({ folder: source });
  const created = await server.graphql(
    'mutation { createSecret(input: { name: "warehouse", value: "hush" }) }',
  );
  expect(created.errors).toBeUndefined();
  seen = await seenOf(server);
  await server.stop({ keepFolder: true });
  backup = join(computer.home, 'catalog.backup');
  await succeeds(['backup', '--data', source, '--to', backup]);
});
afterAll(() => computer[Symbol.dispose]());

function newPlace(): string {
  return join(computer.home, `place-${++places}`);
}

async function succeeds(args: readonly string[]): Promise<CommandResult> {
  const result = await computer.run(args);
  if (result.code !== 0) throw new Error(`colophon ${args.join(' ')} failed: ${result.stderr}`);
  return result;
}

async function refused(args: readonly string[]): Promise<string> {
  const { code, stderr, stdout } = await computer.run(args);
  expect({ code, stdout }).toEqual({ code: stderr.includes('--help') ? 2 : code, stdout: '' });
  expect(code).not.toBe(0);
  expect(stderr).not.toMatch(/unexpected error|\n\s+at /);
  return stderr.trim();
}

interface Opened {
  readonly seen: unknown;
  readonly secrets: unknown;
}

async function opened(folder: string): Promise<Opened> {
  const server = await startServer({ folder });
  try {
    const { data } = await server.graphql('{ getSecretValues(input: { secrets: ["warehouse"] }) { value } }');
    return { seen: await seenOf(server), secrets: data?.getSecretValues };
  } finally {
    await server.stop({ keepFolder: true });
  }
}

const KEPT = [{ value: 'hush' }];

/** A copy of the backup with one byte changed, counted from the end if negative. */
function damaged(place: number): string {
  const file = newPlace();
  const bytes = readFileSync(backup);
  const at = place < 0 ? bytes.length + place : place;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  writeFileSync(file, bytes);
  return file;
}

/** A copy of the backup with a changed description. */
function describedAs(change: (text: string) => string): string {
  const file = newPlace();
  const bytes = readFileSync(backup);
  const text = change(bytes.toString('utf8', 8, 4_104)).slice(0, 4_096);
  bytes.fill(' ', 8, 4_104);
  bytes.write(text, 8);
  writeFileSync(file, bytes);
  return file;
}

describe('a backup', () => {
  it('restores a catalog with its history, logs and secrets', async () => {
    const folder = newPlace();
    const { stdout } = await succeeds(['restore-backup', backup, '--data', folder]);
    expect(stdout).toMatch(
      /^Restored \d+ entities as of commit \d+, with secrets\.key, from .+catalog\.backup/,
    );
    expect(statSync(join(folder, 'catalog.db')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect(await opened(folder)).toEqual({ seen, secrets: KEPT });
  });

  it('is readable only by its owner, and says what it contains without the key', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const checked = await computer.json(['backup', '--check', backup]);
    expect(checked).toMatchObject({ file: backup, hasSecretsKey: true, sequence: jsonAt(seen, 'sequence') });
    expect(checked).not.toHaveProperty('secretsKey');
    expect(Number(jsonAt(checked, 'rows', 'entity'))).toBeGreaterThan(100);
  });

  it('leaves out the key on request; the restored folder takes it from elsewhere', async () => {
    const [file, folder] = [newPlace(), newPlace()];
    await succeeds(['backup', '--data', source, '--to', file, '--no-key']);
    const key = readFileSync(join(source, 'secrets.key'), 'utf8').trim();
    expect(readFileSync(file).includes(key)).toBe(false);
    mkdirSync(folder);
    cpSync(join(source, 'secrets.key'), join(folder, 'secrets.key'));
    await succeeds(['restore-backup', file, '--data', folder]);
    expect(await opened(folder)).toEqual({ seen, secrets: KEPT });
  });

  it('is of the schema that an older version left', async () => {
    const [old, file, folder] = [newPlace(), newPlace(), newPlace()];
    mkdirSync(old);
    const migrations = join(import.meta.dirname, '../../../src/store/sqlite/migrations');
    const database = new DatabaseSync(join(old, 'catalog.db'));
    for (const name of readdirSync(migrations).toSorted().slice(0, 6))
      database.exec(readFileSync(join(migrations, name), 'utf8'));
    database.exec('PRAGMA user_version = 6');
    database.close();
    expect(await computer.json(['backup', '--data', old, '--to', file])).toMatchObject({ schema: 6 });
    await succeeds(['restore-backup', file, '--data', folder]);
    const server = await startServer({ folder });
    await server.stop();
  });
});

describe('the age of the last backup', () => {
  it('is a metric of the running server, from the first complete backup on', async () => {
    const folder = newPlace();
    const server = await startServer({ folder });
    const ages = async (): Promise<readonly number[]> => {
      const { text } = await server.request('GET', '/metrics');
      return [...text.matchAll(/^colophon_backup_age_seconds (.+)$/gm)].map(([, age]) => Number(age));
    };
    try {
      await refused(['backup', '--data', folder, '--to', join(folder, 'within')]);
      expect(await ages()).toEqual([]);
      await succeeds(['backup', '--data', folder, '--to', newPlace()]);
      const [age = NaN] = await ages();
      expect(age).toBeGreaterThanOrEqual(0);
      const made = new Date(readFileSync(join(folder, 'last-backup'), 'utf8').trim());
      writeFileSync(join(folder, 'last-backup'), new Date(made.getTime() - 3_600_000).toISOString());
      const [older = NaN] = await ages();
      expect(older - age).toBeGreaterThanOrEqual(3_600);
    } finally {
      await server.stop();
    }
  });

  it('cannot be recorded in a folder that the user cannot write, and says so', async () => {
    const file = newPlace();
    mkdirSync(join(source, 'last-backup.partial'));
    const { code, stderr } = await computer.run(['backup', '--data', source, '--to', file]);
    rmdirSync(join(source, 'last-backup.partial'));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(
        `The backup ${file} is complete, but ${join(source, 'last-backup')} cannot be`,
      ),
    });
    await succeeds(['backup', '--check', file]);
  });
});

describe('a folder of backups', () => {
  it('keeps the last ones of each catalog, and leaves everything else', async () => {
    const [folder, other] = [newPlace(), newPlace()];
    mkdirSync(folder);
    const names = ['20200101T000000Z-1', '20200102T000000Z-2', '20200103T000000Z-3'];
    for (const name of names) cpSync(backup, join(folder, `catalog-${name}.backup`));
    await (await startServer({ folder: other })).stop({ keepFolder: true });
    await succeeds(['backup', '--data', other, '--to', folder]);
    const [ofOther] = readdirSync(folder).filter(
      (name) => name.startsWith('catalog-20') && !name.startsWith('catalog-2020'),
    );
    writeFileSync(join(folder, 'catalog-20200101T000000Z-9.backup'), 'not a backup');
    writeFileSync(join(folder, 'notes.txt'), '');

    const made = await computer.json(['backup', '--data', source, '--to', folder, '--keep', '2']);
    expect(jsonAt(made, 'removed')).toEqual(names.slice(0, 2).map((name) => `catalog-${name}.backup`));
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        String(jsonAt(made, 'file')).slice(folder.length + 1),
        `catalog-${names[2]}.backup`,
        String(ofOther),
        'catalog-20200101T000000Z-9.backup',
        'notes.txt',
      ].toSorted(),
    );
  });

  it('restores the latest', async () => {
    const [folder, target] = [newPlace(), newPlace()];
    mkdirSync(folder);
    writeFileSync(join(folder, 'catalog-20200101T000000Z-1.backup'), 'an older one');
    const made = await computer.json(['backup', '--data', source, '--to', folder]);
    const restored = await computer.json(['restore-backup', folder, '--data', target]);
    expect(jsonAt(restored, 'file')).toBe(jsonAt(made, 'file'));
  });
});

describe('a refused backup', () => {
  const KEEP = ['backup', '--to'];
  it.each([
    ['no place', () => ['backup'], 'Name a file or a folder with --to.'],
    ['a missing folder', () => [...KEEP, 'missing/'], 'There is no folder'],
    ['a file in a missing folder', () => [...KEEP, 'missing/file'], 'There is no folder'],
    [
      '--keep with a file',
      () => [...KEEP, 'a-file', '--data', source, '--keep', '3'],
      '--keep needs a folder',
    ],
    ['--keep 0', () => [...KEEP, '.', '--keep', '0'], "--keep must be a whole number from 1, not '0'."],
    ['the data folder', () => [...KEEP, source, '--data', source], 'is in the data folder'],
    ['the database', () => [...KEEP, join(source, 'catalog.db'), '--data', source], 'is in the data folder'],
    [
      'another file',
      () => [...KEEP, join(computer.home, 'mine'), '--data', source],
      'exists and is no backup',
    ],
    [
      'a folder without a catalog',
      () => [...KEEP, 'x', '--data', computer.home],
      'There is no catalog.db in',
    ],
    ['two tasks', () => [...KEEP, 'x', '--check', backup], '--check cannot be combined with --to'],
  ])('%s', async (_, args, message) => {
    writeFileSync(join(computer.home, 'mine'), 'my notes');
    expect(await refused(args())).toContain(message);
    expect(readFileSync(join(computer.home, 'mine'), 'utf8')).toBe('my notes');
  });

  it('of a catalog in PostgreSQL names the means of PostgreSQL', async () => {
    const options = { environment: { COLOPHON_STORE: 'postgres://colophon:pass@db.invalid/catalog' } };
    const { code, stderr } = await computer.run(['backup', '--to', newPlace()], options);
    expect(code).toBe(1);
    expect(stderr).toMatch(/in PostgreSQL.+pg_dump.+pg_basebackup.+secrets key/);
    expect(stderr).not.toContain('pass@');
  });

  it('of a damaged catalog leaves the earlier backups', async () => {
    const [folder, backups] = [newPlace(), newPlace()];
    cpSync(source, folder, { recursive: true });
    mkdirSync(backups);
    await succeeds(['backup', '--data', source, '--to', backups]);
    const kept = readdirSync(backups);
    const file = join(folder, 'catalog.db');
    const bytes = readFileSync(file);
    bytes.fill(0, 5 * 8_192, 9 * 8_192);
    writeFileSync(file, bytes);
    expect(await refused(['backup', '--data', folder, '--to', backups, '--keep', '1'])).toMatch(
      /catalog\.db is damaged, so no backup was made: .+ Restore an earlier backup/,
    );
    expect(readdirSync(backups)).toEqual(kept);
  });

  it('on a full disk leaves the earlier backup and nothing else', () => {
    const folder = newPlace();
    mkdirSync(folder);
    const file = join(folder, 'catalog.backup');
    cpSync(backup, file);
    const program = join(import.meta.dirname, '../../../colophon');
    for (const kib of [64, 512]) {
      // A limit on the size of files, which fails as a full disk does, in the copy and in the compressed file.
      const limited = `ulimit -f ${kib}; exec '${program}' backup --data '${source}' --to '${file}'`;
      expect(() => execFileSync('bash', ['-c', limited], { stdio: 'pipe' })).toThrow(
        /The backup cannot be written to .+It needs room for/,
      );
    }
    expect(readdirSync(folder)).toEqual(['catalog.backup']);
    expect(readFileSync(file).equals(readFileSync(backup))).toBe(true);
  });
});

describe('a refused restore', () => {
  it.each([
    ['a missing file', () => join(computer.home, 'none'), 'There is no backup'],
    ['a folder without backups', () => computer.home, 'There is no backup in'],
    ['another file', () => join(source, 'catalog.db'), 'is not a complete backup of Colophon'],
    ['a cut file', () => cut(-100), 'is damaged: '],
    ['a file cut in its description', () => cut(2_000 - statSync(backup).size), 'is not a complete backup'],
    ['a changed byte', () => damaged(20_000), 'is damaged: '],
    ['a changed byte at the end', () => damaged(-1), 'is damaged: '],
    [
      'a changed key',
      () => describedAs((text) => text.replace(/(secretsKey":")./, '$1x')),
      'not a complete backup',
    ],
    [
      'another checksum',
      () => describedAs((text) => text.replace(/("sha256":").{4}/, '$10000')),
      'is damaged: its checksum is wrong. Choose another one.',
    ],
    [
      'a newer schema',
      () =>
        describedAs((text) =>
          text.replace(/"build":"[^"]*"(.*)"schema":\d+/, '"build":"9.9.9"$1"schema":999'),
        ),
      /The backup was written by a newer Colophon \(schema 999\).+Start Colophon 9\.9\.9, or a later one/,
    ],
  ])('of %s', async (_, file, message) => {
    const folder = newPlace();
    expect(await refused(['restore-backup', file(), '--data', folder])).toMatch(message);
    expect(existsSync(join(folder, 'catalog.db'))).toBe(false);
    expect(existsSync(join(folder, 'catalog.db.restoring'))).toBe(false);
  });

  function cut(bytes: number): string {
    const file = newPlace();
    cpSync(backup, file);
    truncateSync(file, statSync(backup).size + bytes);
    return file;
  }

  it('into a folder with a catalog, or with other files', async () => {
    expect(await refused(['restore-backup', backup, '--data', source])).toMatch(
      /The data folder .+ is not empty: it has \S+\. Choose a new folder/,
    );
    const other = newPlace();
    mkdirSync(other);
    writeFileSync(join(other, 'notes.txt'), '');
    expect(await refused(['restore-backup', backup, '--data', other])).toContain('it has notes.txt');
  });

  function newFolderWithKey(): string {
    const folder = newPlace();
    mkdirSync(folder);
    writeFileSync(join(folder, 'secrets.key'), `${'0'.repeat(64)}\n`);
    return folder;
  }

  it('into a folder with the key of another catalog', async () => {
    expect(await refused(['restore-backup', backup, '--data', newFolderWithKey()])).toMatch(
      /secrets\.key is not the key of this backup/,
    );
  });

  it('into the folder of a running server', async () => {
    const folder = newPlace();
    const server = await startServer({ folder });
    expect(await refused(['restore-backup', backup, '--data', folder])).toContain(
      `is in use by the server at ${server.url}`,
    );
    await server.stop();
  });
});

/** Starts a command again and again, kills it a little later each time, until it ends by itself or `isDone` after a kill. */
async function killed(args: readonly string[], isDone: () => Promise<boolean>): Promise<number> {
  let kills = 0;
  for (let lives = 60; ; lives *= 1.15) {
    const child = computer.start(args);
    const ended = once(child, 'close');
    const isOver = await Promise.race([ended.then(() => true), pause(lives, false)]);
    child.kill('SIGKILL');
    await ended;
    if (isOver) {
      expect(child.exitCode).toBe(0);
      return kills;
    }
    kills++;
    if (await isDone()) return kills;
  }
}

describe('any number of kills', () => {
  it('leave a backup whole, new or old', async () => {
    const folder = newPlace();
    mkdirSync(folder);
    const file = join(folder, 'catalog.backup');
    cpSync(backup, file);
    const kills = await killed(['backup', '--data', source, '--to', file], async () => {
      await succeeds(['backup', '--check', file]);
      return false;
    });
    expect(kills).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual(['catalog.backup']);
    const target = newPlace();
    await succeeds(['restore-backup', file, '--data', target]);
    expect(await opened(target)).toEqual({ seen, secrets: KEPT });
  });

  it('leave no part of a restore that a server opens', async () => {
    const folder = newPlace();
    let parts = 0;
    const kills = await killed(['restore-backup', backup, '--data', folder], async () => {
      // Killed between the last step and the end of the process.
      if (existsSync(join(folder, 'catalog.db'))) return true;
      if (!existsSync(join(folder, 'catalog.db.restoring'))) return false;
      parts++;
      await expect(startServer({ folder })).rejects.toThrow("Run 'colophon restore-backup' again");
      return false;
    });
    expect(kills).toBeGreaterThan(parts);
    expect(await opened(folder)).toEqual({ seen, secrets: KEPT });
  });
});
