import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRegistry } from './read-registry.ts';

describe('readRegistry', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'registry-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads the built-in files first, with paths below the registry folder', () => {
    const files = readRegistry();
    expect(files.map(({ path }) => path)).toContain(join('aspects', 'status.json'));
    expect(files.some(({ path }) => path.startsWith('bootstrap'))).toBe(false);
  });

  it("reads an operator's folders with their subfolders, and only JSON", () => {
    mkdirSync(join(folder, 'aspects'));
    mkdirSync(join(folder, 'bootstrap'));
    writeFileSync(join(folder, 'aspects', 'shelf.json'), '{"aspect": "shelf"}');
    writeFileSync(join(folder, 'bootstrap', 'entities.json'), '[]');
    writeFileSync(join(folder, 'README.md'), 'Shelves.');
    const [last, ...others] = readRegistry([folder]).reverse();
    expect(last).toEqual({ path: join(folder, 'aspects', 'shelf.json'), content: { aspect: 'shelf' } });
    expect(others).toHaveLength(readRegistry().length);
  });

  it('names the wrong folder or file', () => {
    const missing = join(folder, 'missing');
    expect(() => readRegistry([missing])).toThrow(`The registry folder ${missing} cannot be read`);
    writeFileSync(join(folder, 'bad.json'), '{');
    expect(() => readRegistry([folder])).toThrow(
      `Registry file ${join(folder, 'bad.json')} is not valid JSON`,
    );
    writeFileSync(join(folder, 'bad.json'), '[]');
    expect(() => readRegistry([folder])).toThrow('must contain one JSON object');
  });
});
