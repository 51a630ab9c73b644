import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_FILE, readSecretKey } from './secret-key.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'colophon-key-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const randomHex = (bytes: number): string => '5a'.repeat(bytes);
const noRandom = (): never => {
  throw new Error('a second key was made');
};
const read = (random: (bytes: number) => string, key = '', memory = false): string =>
  readSecretKey({ data, memory, store: '', secrets: { key } }, random);

describe('readSecretKey', () => {
  it('creates a key file at first use, for its owner only, and reads it again', () => {
    const key = read(randomHex);
    expect(key).toBe('5a'.repeat(32));
    expect(readFileSync(join(data, KEY_FILE), 'utf8').trim()).toBe(key);
    expect(statSync(join(data, KEY_FILE)).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual([KEY_FILE]);
    expect(read(noRandom)).toBe(key);
  });

  it('uses the configured key and writes no file', () => {
    expect(read(noRandom, 'chosen')).toBe('chosen');
    expect(readdirSync(data)).toEqual([]);
  });

  it('requires a configured key when several processes can share the store', () => {
    const config = { data, memory: false, store: 'postgres://me:hidden@db/catalog' };
    expect(readSecretKey({ ...config, secrets: { key: 'chosen' } }, noRandom)).toBe('chosen');
    const read = (): string => readSecretKey({ ...config, secrets: { key: '' } }, noRandom);
    expect(read).toThrow('COLOPHON_SECRETS_KEY');
    expect(readdirSync(data)).toEqual([]);
  });

  it('writes no file for a catalog in memory', () => {
    expect(read(randomHex, '', true)).toBe('5a'.repeat(32));
    expect(readdirSync(data)).toEqual([]);
  });

  it('refuses a damaged file instead of replacing it', () => {
    writeFileSync(join(data, KEY_FILE), 'half a k');
    const message = expect.stringContaining('Restore it from a backup') as string;
    expect(() => read(noRandom)).toThrow(expect.objectContaining({ name: 'CatalogError', message }));
  });
});
