import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

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

  it.runIf(existsSync('/proc/self'))('is refused at once where no folder can be created', () => {
    expect(() => makeFolder('/proc/x')).toThrow(/\/proc\/x cannot be created/);
    expect(() => makeFolder('/proc/x/y')).toThrow(/\/proc\/x\/y cannot be created/);
  });
});
