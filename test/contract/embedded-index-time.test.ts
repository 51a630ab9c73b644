import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddedIndex } from '../../src/search/embedded/embedded-index.ts';
import { openEmbeddedIndex } from '../../src/search/embedded/open-embedded-index.ts';
import type { Expression } from '../../src/search/expression.ts';
import type { PageRequest } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { documentOf } from './search-documents.ts';

let index: EmbeddedIndex | undefined;

afterEach(async () => {
  await index?.[Symbol.asyncDispose]();
  index = undefined;
});

/** An index of one segment with two long lists of texts; its clock advances by a millisecond on each read. */
async function open(ms: number): Promise<EmbeddedIndex> {
  let looks = 0;
  const answerLimit = { ms, clock: () => looks++ };
  const delta = { read: 64, write: 10_000 };
  index = await openEmbeddedIndex({ folder: undefined, now: () => 0, tuning: { answerLimit, delta } });
  const documents = Array.from({ length: 5_000 }, (_, i) => {
    const values = { plain: [`a${'-'.repeat(100)}${i}`], accented: [`é${'-'.repeat(100)}${i}`] };
    return documentOf(String(i), { values, texts: { name: [`order ${i}`] } });
  });
  await index.apply(1, documents);
  return index;
}

function asking(where: Expression): PageRequest {
  return { entityTypes: ['dataset'], where, sort: [], from: 0, size: 1 };
}

function pattern(field: string, match: 'contains' | 'suffix' | 'glob' | 'prefix', value: string): Expression {
  return { kind: 'pattern', field, match, value };
}

const SCANS: readonly Expression[] = [
  pattern('plain', 'contains', 'x'),
  pattern('accented', 'contains', 'x'),
  pattern('accented', 'prefix', 'x'),
  pattern('plain', 'suffix', '-'),
  pattern('plain', 'glob', '*-x'),
  pattern('plain', 'glob', '?????'),
  { kind: 'terms', field: 'accented', values: ['x'], ignoreCase: true },
];

describe('a query that takes the embedded index too long', () => {
  it('ends as soon as its time is up', async () => {
    const asked = await open(0);
    const request = asking({ kind: 'exists', field: 'plain' });
    const refusal = { code: 'TIMEOUT', message: expect.stringContaining('aborted after 0 ms') as string };
    const questions = [
      asked.search(unrestricted(request)),
      asked.count(unrestricted(request)),
      asked.aggregate(unrestricted(request), [{ fields: ['plain'], size: 1 }]),
      asked.spread(unrestricted(request), [{ field: 'plain', quantiles: [] }]),
    ];
    for (const question of questions) {
      await expect(question).rejects.toMatchObject(refusal);
    }
  });

  it.each(SCANS)('ends while it reads all texts: %j', async (where) => {
    // Two conditions read the clock once each; half a million bytes cause more reads.
    const asked = await open(6);
    await expect(asked.count(unrestricted(asking(where)))).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(asked.count(unrestricted(asking({ kind: 'exists', field: 'plain' })))).resolves.toBe(5_000);
  });

  it('ends among its conditions', async () => {
    const asked = await open(100);
    const of = Array.from({ length: 200 }, (_, i): Expression => pattern('plain', 'prefix', `a${i}`));
    await expect(asked.count(unrestricted(asking({ kind: 'or', of })))).rejects.toThrow('after 100 ms');
    await expect(asked.count(unrestricted(asking({ kind: 'or', of: of.slice(0, 50) })))).resolves.toBe(0);
  });

  it('ends among its words', async () => {
    const asked = await open(100);
    const text = Array.from({ length: 200 }, (_, i) => `${i}`).join(' ');
    const words = { text, fields: [{ field: 'name', boost: 1 }] };
    const request = { ...asking({ kind: 'all' }), words };
    await expect(asked.search(unrestricted(request))).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('ends among the documents that it ranks', async () => {
    const asked = await open(15);
    const ranked = (fields: number) => ({
      ...asking({ kind: 'all' }),
      size: 5_000,
      words: { text: 'order', fields: Array.from({ length: fields }, () => ({ field: 'name', boost: 1 })) },
    });
    await expect(asked.search(unrestricted(ranked(1)))).resolves.toMatchObject({ total: 5_000 });
    await expect(asked.search(unrestricted(ranked(200)))).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('does not reduce the time of the next query', async () => {
    const asked = await open(20);
    for (let i = 0; i < 20; i++) {
      expect(await asked.count(unrestricted(asking(pattern('plain', 'prefix', 'a'))))).toBe(5_000);
    }
  });
});
