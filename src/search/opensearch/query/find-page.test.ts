import { expect, it } from 'vitest';
import { MATCH_ALL, type Expression } from '../../expression.ts';
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

/** An engine with `total` matches of all words, which records its requests, one list each. */
function engineWith(total: number) {
  const asked: (readonly SearchBody[])[] = [];
  const ask = (searches: readonly SearchBody[]) => {
    asked.push(searches);
    const answers = searches.map(({ size, terminate_after: most = total, min_score: isByUrn }) => ({
      hits: {
        total: { value: Math.min(total, Number(most)), relation: 'eq' as const },
        hits: Array.from({ length: Math.min(total, Number(most), Number(size)) }, (_, i) => {
          const urn = `urn:li:dataset:${isByUrn === undefined ? i + 10 : i}`;
          return { _score: isByUrn === undefined ? 1 : null, fields: { urn: [urn] }, sort: [1, urn] };
        }),
      },
    }));
    return Promise.resolve(answers);
  };
  return { ask, asked };
}

it('finds and counts with one search where the engine weighs the words', async () => {
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
  expect(await findOnlyPage(ask, request, columns)).toEqual({ isBroad: false });
});

it('scores the order of words only up to a number of matches, and reads no more for it', async () => {
  const ordered = async (total: number): Promise<boolean[]> => {
    const { ask, asked } = engineWith(total);
    expect((await findPage(ask, pageOf('sales orders'), place)).total).toBe(total);
    return asked.flat().map((search) => JSON.stringify(search).includes('span_near'));
  };
  expect(await ordered(MOST_ORDERED)).toEqual([true]);
  // Then the count, the best hits, and the first of those with equal scores.
  expect(await ordered(MOST_ORDERED + 1)).toEqual([true, false, false, false]);
});

it('scores few of many matches, and orders equal scores by urn', async () => {
  const { ask, asked } = engineWith(5000);
  const { hits, total } = await findPage(ask, pageOf('sales'), { ...place, isBroad: true });
  expect([total, ...hits.map(({ urn }) => urn)]).toEqual([5000, 'urn:li:dataset:0', 'urn:li:dataset:1']);
  const [[counting, best] = [], [equal] = []] = asked;
  expect(counting).toMatchObject({ size: 0, track_total_hits: true });
  expect(best).toMatchObject({ size: 3, track_total_hits: false });
  expect(best).not.toHaveProperty('sort');
  expect(equal).toMatchObject({ min_score: 1, sort: [{ urn: 'asc' }], track_scores: false });
  expect(asked).toHaveLength(2);
});

it('finds the only page without another request', async () => {
  const few = engineWith(2);
  const found = await findOnlyPage(few.ask, pageOf('sales orders'), columns);
  expect([found.page?.total, found.page?.hits.length, found.page?.end]).toEqual([2, 2, undefined]);
  const more = engineWith(3);
  expect(await findOnlyPage(more.ask, pageOf('sales orders'), columns)).toEqual({ isBroad: false });
  expect(more.asked.flat()).toMatchObject([{ terminate_after: 3 }]);
  const many = engineWith(5000);
  expect(await findOnlyPage(many.ask, pageOf('sales'), columns)).toEqual({ isBroad: true });
  expect(many.asked.flat()).toMatchObject([{ terminate_after: 1001 }]);
});
