import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from '../test/planted-faults/faults.ts';

it.each(FAULTS)('the planted fault $name finds its text once', ({ file, find }) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
