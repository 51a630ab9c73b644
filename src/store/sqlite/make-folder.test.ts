import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, unwritable } from './make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'colophon-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is created with its parents, and left unchanged when it exists', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is not created where a file is, or below one', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(file);
    expect(() => makeFolder(join(file, 'data'))).toThrow(file);
  });

  it('is refused with the remedy on a read-only file system', () => {
    const error = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    expect(unwritable('/data', error).message).toBe(
      'The data folder /data cannot be written to: its file system is read-only. Mount it for writing, or choose another folder with --data.',
    );
  });

  it.runIf(existsSync('/proc/self'))('is refused at once where no folder can be created', () => {
    expect(() => makeFolder('/proc/x')).toThrow(/\/proc\/x cannot be created/);
    expect(() => makeFolder('/proc/x/y')).toThrow(/\/proc\/x\/y cannot be created/);
  });
});
