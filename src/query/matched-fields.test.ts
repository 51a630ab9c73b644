import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN_FLAGS, ReadingCatalog } from '../../test/support/memory/reading-catalog.ts';
import { slowClock } from '../../test/support/slow-clock.ts';
import { turnsDuring } from '../../test/support/turns.ts';
import { MOST_COMPARED } from './matched-fields.ts';

const URN = 'urn:li:dataset:(urn:li:dataPlatform:hive,long,PROD)';
const FLAGS = { ...PLAIN_FLAGS, skipHighlighting: false, fulltext: false };

let catalog: ReadingCatalog;

beforeEach(async () => {
  catalog = await ReadingCatalog.open();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await catalog[Symbol.asyncDispose]();
});

async function describeAs(description: string): Promise<void> {
  await catalog.put(URN, { datasetProperties: { name: 'here', description } });
}

async function matchesOf(query: string): Promise<readonly string[]> {
  const { hits } = await catalog.search({ query, flags: FLAGS });
  return hits.flatMap(({ matchedFields }) => matchedFields.map(({ name }) => name));
}

const phrases = (count: number, last: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `"a ${last(i)}"`).join(' OR ');

/** How often a long text is split into words. */
async function analysesDuring(work: () => Promise<unknown>): Promise<number> {
  const match = vi.spyOn(String.prototype, 'match');
  await work();
  const long = match.mock.contexts.filter((text) => String(text).length > 1_000);
  match.mockRestore();
  return long.length;
}

describe('a long text that many phrases are compared with', () => {
  const text = 'a '.repeat(2_000);

  it.each([
    ['equal', () => 'b'],
    ['different', (i: number) => `b${i}`],
  ])('is analyzed once for all %s phrases', async (_, last) => {
    await describeAs(text);
    const of = (count: number): Promise<number> =>
      analysesDuring(() =>
        matchesOf(`name:here AND (description:x OR name:here OR ${phrases(count, last)})`),
      );
    const few = await of(1);
    expect(few).toBeGreaterThan(0);
    expect(await of(200)).toBe(few);
  });

  it('is compared in its beginning', async () => {
    const matches = (): Promise<readonly string[]> => matchesOf('description:"c d" OR name:here');
    const beginning = 'a '.repeat(MOST_COMPARED / 2 - 2);
    await describeAs(`${beginning} c d`);
    expect(await matches()).toEqual(['description', 'name']);
    await describeAs(`${beginning}   c d`);
    expect(await matches()).toEqual(['name']);
  });

  it('yields to other work between texts, and between patterns', async () => {
    await describeAs(text);
    slowClock();
    const patterns = Array.from({ length: 20 }, (_, i) => `description:*q${i}*`).join(' OR ');
    const turnsOf = (skipHighlighting: boolean): Promise<number> =>
      turnsDuring(() =>
        catalog.search({ query: `name:here OR ${patterns}`, flags: { ...FLAGS, skipHighlighting } }),
      );
    const plain = await turnsOf(true);
    expect(await turnsOf(false)).toBeGreaterThanOrEqual(plain + 10);
  });
});
