import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresDatabases } from '../../../../test/support/engines/postgres-database.ts';
import { usePostgres } from '../../../../test/support/engines/use-postgres.ts';
import { Aspect } from '../../../model/aspect.ts';
import { parseUrn } from '../../../model/urn.ts';
import { openPool, parseAddress, queryable } from '../connection.ts';
import { openPostgresStore } from '../open.ts';
import { RowReader } from './row-reader.ts';

const URNS = ['b', 'c', 'a'].map((name) => parseUrn(`urn:li:tag:${name}`));
const LENGTH = 1_000;

let postgres: PostgresDatabases;
let pool: Pool;
beforeAll(async () => {
  postgres = await usePostgres();
  const url = await postgres.createDatabase();
  pool = openPool(parseAddress(url), {});
  await using store = await openPostgresStore(url);
  const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
  const systemMetadata = { lastObserved: 1, runId: 'r' };
  const text = JSON.stringify({ x: 'x'.repeat(LENGTH - '{"x":""}'.length) });
  await store.commit((_, sequence) => ({
    writes: URNS.flatMap((urn) => [
      { kind: 'createEntity', entity: { urn, created, systemMetadata } },
      ...['status', 'ownership'].map((aspectName) => {
        const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
        return { kind: 'putAspect', row: { aspect, internal: {} } } as const;
      }),
    ]),
    entries: [],
    created,
    result: undefined,
  }));
});
afterAll(async () => {
  await pool.end();
  await postgres[Symbol.asyncDispose]();
});

it.each([
  { most: 6 * LENGTH, read: 6 },
  { most: 6 * LENGTH - 1, read: 5 },
  { most: 2 * LENGTH, read: 2 },
  { most: 0, read: 1 },
])('are those of the first entities within $most bytes', async ({ most, read }) => {
  const wanted = URNS.flatMap((urn) =>
    ['status', 'ownership', 'globalTags'].map((aspectName) => ({ urn, aspectName })),
  );
  const { entities, leftOut } = await new RowReader(queryable(pool)).wanted(wanted, most);
  expect(leftOut).toHaveLength(6 - read);
  const rows = URNS.map((urn) => entities.get(urn)?.rows.size);
  const whole = Array.from({ length: 3 }, (_, i) => Math.min(2, Math.max(0, read - 2 * i)));
  expect(rows).toEqual(whole);
});

it('are one value, however large', async () => {
  const [urn] = URNS;
  const wanted = urn === undefined ? [] : [{ urn, aspectName: 'status' }];
  const { entities, leftOut } = await new RowReader(queryable(pool)).wanted(wanted, 0);
  expect([entities.size, leftOut]).toEqual([1, []]);
});
