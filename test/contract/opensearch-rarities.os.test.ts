import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Expression } from '../../src/search/expression.ts';
import { FORMAT } from '../../src/search/opensearch/document/columns.ts';
import { OpenSearchSlots } from '../../src/search/opensearch/opensearch-slots.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { documentOf } from './search-documents.ts';
import { everything, requestOf } from './word-requests.ts';

let node: OpenSearchNode;
const opened: SearchIndex[] = [];
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterEach(async () => {
  for (const index of opened.splice(0)) await index[Symbol.asyncDispose]();
  await node.clear();
});
afterAll(() => node.stop());

const NAMES = ['alpha beta', 'beta alpha', 'alpha of beta', 'alpha', 'gamma beta', 'alphaBeta', 'delta'];
const documents = Array.from({ length: 60 }, (_, i) => {
  const name = [NAMES[i % NAMES.length] ?? ''];
  return documentOf(`d${i}`, {
    values: { name, all: ['yes'] },
    texts: { name, description: [`gamma number${i % 9}`] },
  });
});

/** Scores by urn; with `among`, by rarities that the catalog counts. */
async function scoresOf(index: SearchIndex, text: string, among?: Expression): Promise<Map<string, number>> {
  const { hits } = await index.search(unrestricted(requestOf(text, { size: 100 }, among)));
  return new Map(hits.map(({ score, urn }) => [urn, score]));
}

const QUESTIONS = [
  'alpha',
  'gamma number3',
  'alpha beta',
  'alphas betas',
  'alphaBeta',
  'delta number1 missing',
];

describe.each([1, 3])('rarities from the statistics of the engine, in %d shards', (shards) => {
  it('score like counted ones', async () => {
    const { index, refresh } = await node.openIndex({ shards });
    opened.push(index);
    await index.apply(1, documents);
    await refresh();
    for (const text of QUESTIONS) {
      const counted = await scoresOf(index, text, everything);
      const weighed = await scoresOf(index, text);
      expect([...weighed.keys()].toSorted()).toEqual([...counted.keys()].toSorted());
      expect(counted.size).toBeGreaterThan(0);
      for (const [urn, score] of counted) {
        const found = weighed.get(urn) ?? 0;
        expect(Math.abs(found - score) / score, `${text}: ${urn}, ${found}, ${score}`).toBeLessThan(0.001);
      }
    }
  });
});

it('rarities are counted in an index of an earlier version', async () => {
  const options = node.options();
  const { index: first } = await new OpenSearchSlots(options).openCurrent();
  await first.apply(1, documents);
  await first.visible(1);
  await first[Symbol.asyncDispose]();
  const list = `/${options.prefix}1-state/_doc/columns`;
  // A document of the engine: the stored form of the list.
  const { _source: source } = (await node.ask('GET', list)) as { _source: { state: object } };
  const { format, ...content } = source.state as { format?: number };
  expect(format).toBe(FORMAT);
  const state = { ...content, hasImpacts: true };
  await node.ask('PUT', `${list}?refresh=true`, { ...source, state });
  const { index, isOutdated } = await new OpenSearchSlots(options).openCurrent();
  opened.push(index);
  expect(isOutdated).toBe(true);
  expect(await scoresOf(index, 'alpha beta')).toEqual(await scoresOf(index, 'alpha beta', everything));
});
