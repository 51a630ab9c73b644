import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openForReading, openForWriting } from './connection.ts';
import { oneSnapshot } from './one-snapshot.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-snapshot-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('shows a task one state, the newest when it starts, and leaves no transaction open', () => {
  const path = join(folder, 'catalog.db');
  using writing = openForWriting(path);
  using reading = openForReading(path);
  const inOneSnapshot = oneSnapshot(reading);
  const add = writing.prepare("INSERT INTO aspect_name (name) VALUES ('name-' || hex(randomblob(8)))");
  const count = reading.prepare('SELECT count(*) AS names FROM aspect_name');
  const names = (): unknown => count.get()?.['names'];
  const seen = inOneSnapshot(() => {
    const before = names();
    add.run();
    return [before, inOneSnapshot(names), names()];
  });
  expect(seen).toEqual([0, 0, 0]);
  expect(inOneSnapshot(names)).toBe(1);
  const failing = (): void =>
    inOneSnapshot(() => {
      names();
      throw new Error('refused');
    });
  expect(failing).toThrow('refused');
  expect(reading.isTransaction).toBe(false);
  add.run();
  expect(names()).toBe(2);
});
