import { expect, it } from 'vitest';
import { REGISTRY } from '../../../../test/support/memory/reading-catalog.ts';
import { turnsDuring } from '../../../../test/support/turns.ts';
import { EntityReferences } from '../../../model/entity-reference.ts';
import { shownSchema } from './schema.ts';

const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';

it.each([
  ['fields', (i: number) => ({ fieldPath: `c${i}` })],
  ['foreignKeys', (i: number) => ({ name: `key ${i}`, foreignDataset: TABLE })],
])('shows many %s in turns', async (member, elementOf) => {
  const elements = Array.from({ length: 1_000 }, (_, i) => elementOf(i));
  const turns = await turnsDuring(async () => {
    const shown = shownSchema({ [member]: elements }, TABLE, new EntityReferences(REGISTRY));
    const list = (shown as Record<string, Iterable<object> | AsyncIterable<object>>)[member] ?? [];
    let count = 0;
    for await (const _ of list) count++;
    expect(count).toBe(elements.length);
  });
  expect(turns).toBeGreaterThanOrEqual(8);
});
