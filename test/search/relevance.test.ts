import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { CORPUS, JUDGED } from './judged-queries.ts';

let catalog: ReadingCatalog;

const datasetUrn = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:snowflake,${name},PROD)`;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  for (const [key, { name = key, description = '', tags = [] }] of Object.entries(CORPUS)) {
    await catalog.put(datasetUrn(key), {
      datasetProperties: { name, description },
      globalTags: { tags: tags.map((tag) => ({ tag: `urn:li:tag:${tag}` })) },
    });
  }
});

afterAll(() => catalog[Symbol.asyncDispose]());

it.each(JUDGED)('%s', async (query, first) => {
  const expected = typeof first === 'string' ? [first] : first;
  const found = await catalog.found({ query, count: expected.length });
  expect(found.toSorted()).toEqual(expected.map(datasetUrn).toSorted());
});
