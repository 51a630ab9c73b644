import { expect, it } from 'vitest';
import { MATCH_ALL } from '../../expression.ts';
import type { Expression } from '../../expression.ts';
import type { PageRequest } from '../../search-index.ts';
import { MOST_ORDERED } from '../../text/word-order.ts';
import { Columns, FORMAT } from '../document/columns.ts';
import type { SearchBody } from './answer.ts';
import { findOnlyPage, findPage } from './find-page.ts';

const columns = new Columns({ fields: [], isClosed: false, format: FORMAT });
const place = { columns, after: undefined, mostCounted: 1000 };

function pageOf(text: string, among?: Expression): PageRequest {
  const words = { text, fields: [{ field: 'name', boost: 4 }], ...(among && { among }) };
  return { entityTypes: ['dataset'], where: MATCH_ALL, words, sort: [], from: 0, size: 2 };
}

/** An engine with `total` matches of all words, which notes what it is asked, a list for each request. */
function engineWith(total: number) {
  const asked: (readonly SearchBody[])[] = [];
  const ask = (searches: readonly SearchBody[]) => {
    asked.push(searches);
    const answers = searches.map(({ size, terminate_after: most = total }) => ({
      hits: {
        total: { value: Math.min(total, Number(most)), relation: 'eq' as const },
        hits: Array.from({ length: Math.min(total, Number(most), Number(size)) }, (_, i) => ({
          _score: 1,
          sort: [1, `urn:li:dataset:${i}`],
        })),
      },
    }));
    return Promise.resolve(answers);
  };
  return { ask, asked };
}

it('finds and counts by one search where the engine weighs the words', async () => {
  const { ask, asked } = engineWith(9);
  expect(await findPage(ask, pageOf('sales orders'), place)).toMatchObject({ total: 9, end: { score: 1 } });
  expect(asked.map(({ length }) => length)).toEqual([1]);
});

it.each<[string, PageRequest]>([
  ['the caller does not see all documents', pageOf('sales', { kind: 'exists', field: 'team' })],
  ['a word is a prefix, which has no frequency', pageOf('sal*')],
  ['there are very many words', pageOf(Array.from({ length: 65 }, (_, i) => `w${i}`).join(' '))],
])('counts the words itself where %s', async (_, request) => {
  const { ask, asked } = engineWith(9);
  await findPage(ask, request, place);
  expect(asked.length).toBeGreaterThan(1);
  const text = JSON.stringify(asked);
  expect(text).not.toContain('span_near');
  expect(await findOnlyPage(ask, request, columns)).toBeUndefined();
});

it('scores the order of words only up to a number of matches, and reads no more for it', async () => {
  const ordered = async (total: number): Promise<boolean[]> => {
    const { ask, asked } = engineWith(total);
    expect((await findPage(ask, pageOf('sales orders'), place)).total).toBe(total);
    return asked.flat().map((search) => JSON.stringify(search).includes('span_near'));
  };
  expect(await ordered(MOST_ORDERED)).toEqual([true]);
  expect(await ordered(MOST_ORDERED + 1)).toEqual([true, false]);
});

it('finds the only page without reading on', async () => {
  const few = engineWith(2);
  const found = await findOnlyPage(few.ask, pageOf('sales orders'), columns);
  expect([found?.total, found?.hits.length, found?.end]).toEqual([2, 2, undefined]);
  const many = engineWith(3);
  expect(await findOnlyPage(many.ask, pageOf('sales orders'), columns)).toBeUndefined();
  expect(many.asked.flat()).toMatchObject([{ terminate_after: 3 }]);
});
