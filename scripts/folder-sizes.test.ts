import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..');

it('folders of the web interface have fewer than 20 files, tests and style sheets included', () => {
  const counts = new Map<string, number>();
  for (const entry of readdirSync(join(REPOSITORY, 'web/src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(30);
  expect([...counts].filter(([, files]) => files >= 20)).toEqual([]);
});
