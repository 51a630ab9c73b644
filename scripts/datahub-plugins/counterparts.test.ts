import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COUNTERPARTS } from './counterparts.ts';
import { readPlugins } from './read-plugins.ts';

const SRC = join(import.meta.dirname, '..', '..', 'src');

it('every plugin of DataHub has a counterpart or a reason', () => {
  const without = readPlugins().filter(({ counterpart }) => {
    const { files = [], reason = '' } = counterpart ?? {};
    return files.length === 0 && reason === '';
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('every counterpart is a file', () => {
  const missing = Object.values(COUNTERPARTS)
    .flatMap(({ files = [] }) => files)
    .filter((file) => !existsSync(join(SRC, file)));
  expect(missing).toEqual([]);
});

it('every counterpart belongs to a plugin, and every plugin occurs once', () => {
  const names = readPlugins().map(({ name }) => name);
  expect(Object.keys(COUNTERPARTS).filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
