import { setImmediate } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { documentOf } from '../../../test/contract/search-documents.ts';
import { MATCH_ALL, type Expression } from '../expression.ts';
import type { SearchReader } from '../search-index.ts';
import { unrestricted } from '../unrestricted.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';
import { ReceivedIndex } from './received-index.ts';

/** Number of writes, each followed by reads. */
const WRITES = 100;
const DOCUMENTS = 20;

/** Filters that need every kind of derived value. */
const FILTERS: readonly Expression[] = [
  MATCH_ALL,
  { kind: 'exists', field: 'platform' },
  { kind: 'not', of: { kind: 'exists', field: 'platform' } },
  { kind: 'terms', field: 'platform', values: ['hive'], ignoreCase: false },
  { kind: 'not', of: { kind: 'terms', field: 'platform', values: ['hive'], ignoreCase: false } },
  { kind: 'range', field: 'size', lower: { value: 1, inclusive: true } },
  { kind: 'words', fields: ['name'], text: 'red', inOrder: false },
];

async function ask(reader: SearchReader): Promise<void> {
  for (const where of FILTERS) {
    await reader.count(unrestricted({ entityTypes: ['dataset'], where }));
    await reader.search(
      unrestricted({
        entityTypes: ['dataset'],
        where,
        sort: [],
        from: 0,
        size: 2,
        keepAliveMs: 1,
        words: { text: 'red', fields: [{ field: 'name', boost: 1 }] },
      }),
    );
  }
  await reader.aggregate(unrestricted({ entityTypes: ['dataset'], where: MATCH_ALL }), [
    { fields: ['platform'], size: 5 },
  ]);
}

/** Number of segments whose data survives a collection. */
async function segments(): Promise<number> {
  // The target of a new weak reference stays alive until the end of the turn.
  await setImmediate();
  return queryObjects(SharedArrayBuffer, { format: 'count' });
}

it('frees replaced segments and their derived values, in the writing thread and in others', async () => {
  let time = 0;
  const now = (): number => time;
  await using index = await openEmbeddedIndex({ folder: undefined, now });
  const write = (i: number): Promise<void> => {
    const values = { platform: [i % 3 === 0 ? 'hive' : 'kafka'], size: [i] };
    const texts = { name: [`red table ${i}`] };
    // Scrolls expire between two writes.
    time += 1_000;
    return index.apply(i + 1, [documentOf(`d${i % DOCUMENTS}`, i % 2 === 0 ? { values, texts } : { texts })]);
  };
  await write(0);
  const parts = { now, derivedBytes: 2 ** 20, keptElsewhere: () => Promise.resolve(undefined) };
  const received = new ReceivedIndex(parts, index.image());
  const round = async (i: number): Promise<void> => {
    await write(i);
    received.receive(index.image());
    await ask(index);
    await ask(received);
  };
  for (let i = 1; i <= DOCUMENTS; i++) await round(i);
  const before = await segments();
  for (let i = 1; i <= WRITES; i++) await round(DOCUMENTS + i);
  expect((await segments()) - before).toBeLessThan(WRITES / 10);
});
