import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../test/contract/search-documents.ts';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import type { Expression } from '../expression.ts';
import type { Visible } from '../search-index.ts';
import { unrestricted, unrestrictedWhere } from '../unrestricted.ts';
import type { EmbeddedIndex } from './embedded-index.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';

beforeEach(slowClock);
afterEach(() => void vi.restoreAllMocks());

const FIELDS = ['name', 'description', 'fieldPaths'];
const where = (expression: Expression): Visible<Expression> => unrestrictedWhere(expression);

async function open(): Promise<EmbeddedIndex> {
  const index = await openEmbeddedIndex({ folder: undefined, now: () => 0 });
  const documents = Array.from({ length: 200 }, (_, i) =>
    documentOf(String(i), { values: { team: [`é${i}`] }, texts: { name: [`order ${i}`] } }),
  );
  await index.apply(1, documents);
  return index;
}

const prefixes = (count: number): Expression => ({
  kind: 'or',
  of: Array.from({ length: count }, (_, i) => ({
    kind: 'words',
    fields: FIELDS,
    text: `a${i}*`,
    inOrder: false,
  })),
});

describe('a query', () => {
  it('yields to other work between its conditions', async () => {
    await using index = await open();
    const query = { entityTypes: ['dataset'], where: where(prefixes(20)) };
    expect(await turnsDuring(() => index.count(query))).toBeGreaterThan(19);
    const page = unrestricted({ ...query, sort: [], from: 0, size: 1 });
    expect(await turnsDuring(() => index.search(page))).toBeGreaterThan(19);
  });

  it('reads one state despite changes between its steps', async () => {
    await using index = await open();
    const all = where({
      kind: 'or',
      of: [{ kind: 'exists', field: 'team' }, ...Array.from({ length: 4 }, () => prefixes(2))],
    });
    const counted = index.count({ entityTypes: ['dataset'], where: all });
    const other = index.count({ entityTypes: ['dataset'], where: all });
    await new Promise((resolve) => void setImmediate(resolve));
    await index.apply(2, [documentOf('new', { values: { team: ['é'] } })]);
    expect(await Promise.all([counted, other])).toEqual([200, 200]);
    expect(await index.count({ entityTypes: ['dataset'], where: all })).toBe(201);
  });
});

describe('a large document', () => {
  it('is built in steps when it is written, and not rebuilt when it is read', async () => {
    await using index = await open();
    const large = documentOf('large', {
      values: {
        siblings: Array.from({ length: 100_000 }, (_, i) => `urn:li:dataset:${(i * 7_919) % 100_003}`),
      },
      texts: { description: ['a word '.repeat(100_000)] },
    });
    expect(await turnsDuring(() => index.apply(2, [large]))).toBeGreaterThan(60);
    const query = { entityTypes: ['dataset'], where: where({ kind: 'exists', field: 'siblings' }) };
    expect(await index.count(query)).toBe(1);
    const before = index.segmentSizes();
    await index.apply(3, [documentOf('small')]);
    expect(await index.count(query)).toBe(1);
    expect(index.segmentSizes()).toEqual(before);
  });
});
