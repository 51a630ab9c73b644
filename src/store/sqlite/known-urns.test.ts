import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openForWriting } from './connection.ts';
import { KnownUrns } from './known-urns.ts';
import { urnHashing } from './urn-columns.ts';

const STORED = 25_000;

const urnOf = (n: number): string => `urn:li:dataset:(urn:li:dataPlatform:hive,db.table_${n},PROD)`;

function databaseWith(urns: readonly string[]): DatabaseSync {
  const database = openForWriting(':memory:');
  const hashOf = urnHashing(database);
  const insert = database.prepare(
    "INSERT INTO entity (urn, createdon, createdby, systemmetadata, urn_hash) VALUES (?, 1, 'a', '{}', ?)",
  );
  for (const urn of urns) insert.run(urn, hashOf(urn));
  return database;
}

it('has each stored urn and each added one, and few others', async () => {
  const stored = Array.from({ length: STORED }, (_, n) => urnOf(n));
  using database = databaseWith(stored);
  const known = new KnownUrns(database);
  const added = [urnOf(-1), urnOf(-2)];
  known.add(added[0] ?? '');
  expect(known.mayBeStored('urn:li:tag:new'), 'unknown until it is complete').toBe(true);
  const filling = known.fill();
  known.add(added[1] ?? '');
  await Promise.all([filling, known.fill()]);
  expect([...stored, ...added].filter((urn) => !known.mayBeStored(urn))).toEqual([]);
  const others = Array.from({ length: 10_000 }, (_, n) => urnOf(STORED + n));
  expect(others.filter((urn) => known.mayBeStored(urn)).length).toBeLessThan(10);
});

it('does not read after it was closed', async () => {
  const database = databaseWith([urnOf(1)]);
  const known = new KnownUrns(database);
  const filling = known.fill();
  known.close();
  database.close();
  await filling;
  expect(known.mayBeStored(urnOf(2))).toBe(true);
});
