import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDatahubenv, writeDatahubenv } from './datahubenv.ts';

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'colophon-home-'));
  path = join(home, '.datahubenv');
});
afterEach(() => rmSync(home, { recursive: true }));

describe('writeDatahubenv', () => {
  it("creates the file in the form of DataHub's CLI, for its owner only", () => {
    writeDatahubenv(home, 'http://h/gms', 'secret');
    expect(readFileSync(path, 'utf8')).toBe('gms:\n  server: http://h/gms\n  token: secret\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readDatahubenv(home)).toEqual({ server: 'http://h/gms', token: 'secret' });
  });

  it('keeps everything else, comments too', () => {
    writeFileSync(path, '# mine\ngms:\n  server: old\n  timeout_sec: 7\n  token: null\nother: [1]\n', {
      mode: 0o644,
    });
    writeDatahubenv(home, 'http://h/gms', 'secret');
    expect(readFileSync(path, 'utf8')).toBe(
      '# mine\ngms:\n  server: http://h/gms\n  timeout_sec: 7\n  token: secret\nother: [ 1 ]\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('replaces the target of a symbolic link', () => {
    const target = join(home, 'dotfile');
    writeFileSync(target, '');
    symlinkSync(target, path);
    writeDatahubenv(home, 'http://h/gms', 'secret');
    expect(readFileSync(target, 'utf8')).toContain('server: http://h/gms');
  });

  it.each(['gms: [', '- a list', 'text'])('does not overwrite %j, which it cannot parse', (content) => {
    writeFileSync(path, content);
    expect(() => writeDatahubenv(home, 'http://h/gms', 'secret')).toThrow('cannot be parsed');
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});
