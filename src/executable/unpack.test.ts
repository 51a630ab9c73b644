import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpack, UnpackError, type Unpacking } from './unpack.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'colophon-unpack-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const FILES = new Map([
  ['package.json', Buffer.from('{}')],
  ['dist/main.js', Buffer.from('console.log(1);')],
  ['dist/api/schema.graphql', Buffer.from('type Query { one: Int }')],
]);

function carried(changes: Partial<Unpacking> = {}): Unpacking {
  return {
    cache: join(home, 'cache'),
    name: '1.0.0-abc',
    files: FILES,
    user: process.getuid?.(),
    ...changes,
  };
}

function contents(folder: string): readonly (readonly [string, Buffer])[] {
  return [...FILES.keys()].map((path) => [path, readFileSync(join(folder, path))] as const);
}

it('writes the files for this user only, and leaves intact ones as they are', () => {
  const folder = unpack(carried());
  expect(folder).toBe(join(home, 'cache', '1.0.0-abc'));
  expect(contents(folder)).toEqual([...FILES]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'dist/main.js')).mode & 0o777).toBe(0o600);
  const { ino } = statSync(join(folder, 'dist/main.js'));
  expect(unpack(carried())).toBe(folder);
  expect(statSync(join(folder, 'dist/main.js')).ino).toBe(ino);
});

it.each([
  ['is missing', (path: string) => rmSync(path)],
  ['was cut off', (path: string) => truncateSync(path, 3)],
  ['was changed without another length', (path: string) => writeFileSync(path, 'console.log(2);')],
  [
    'was replaced by a link',
    (path: string) => {
      rmSync(path);
      symlinkSync('/etc/hostname', path);
    },
  ],
])('writes a file again that %s', (_, damage) => {
  const folder = unpack(carried());
  damage(join(folder, 'dist/main.js'));
  unpack(carried());
  expect(contents(folder)).toEqual([...FILES]);
  expect(lstatSync(join(folder, 'dist/main.js')).isFile()).toBe(true);
});

it('completes what a killed process began', () => {
  const folder = join(home, 'cache', '1.0.0-abc');
  mkdirSync(join(folder, 'unfinished'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'unfinished', '1234'), 'conso');
  expect(contents(unpack(carried()))).toEqual([...FILES]);
});

it('trusts no folder that somebody else owns or can change', () => {
  const user = statSync(home).uid + 1;
  expect(() => unpack(carried({ user }))).toThrow(UnpackError);
  expect(() => unpack(carried({ user }))).toThrow('it belongs to the user with the number');
  const folder = unpack(carried());
  for (const path of [folder, join(home, 'cache')]) {
    chmodSync(path, 0o770);
    expect(() => unpack(carried())).toThrow(`Colophon does not run files in ${path}, because other users`);
    expect(() => unpack(carried())).toThrow(`chmod go-w ${path}`);
    chmodSync(path, 0o700);
  }
  expect(unpack(carried())).toBe(folder);
});

it('names the folder that it cannot write to, and the remedy', () => {
  writeFileSync(join(home, 'file'), '');
  const cache = join(home, 'file', 'colophon');
  expect(() => unpack(carried({ cache }))).toThrow(UnpackError);
  expect(() => unpack(carried({ cache }))).toThrow(
    /^Colophon cannot unpack its files to .*file\/colophon\/1\.0\.0-abc: ENOTDIR.* Set XDG_CACHE_HOME to a folder/,
  );
  expect(existsSync(cache)).toBe(false);
});
