import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { MAX_EXACT_LENGTH } from '../../src/search/documents/document-fields.ts';
import type {
  DocumentChange,
  FacetRequest,
  FieldValues,
  Hit,
  PageRequest,
  Query,
  SearchIndex,
  SortKey,
} from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { OpenSearchNode, columnsFor } from '../support/engines/opensearch-node.ts';
import { batches, facetRequests, queries, sortOrders } from './naive-search/arbitraries.ts';
import { NaiveIndex } from './naive-search/naive-index.ts';
import { effort } from '../support/effort.ts';

const TYPES = ['dataset', 'chart', 'tag'];
const EVERY_HIT = 1000;

let node: OpenSearchNode;
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterEach(() => node.clear());
afterAll(() => node.stop());

/** The change as the catalog makes it: the urn names the type, and texts are truncated. */
function asTheCatalogDoes(change: DocumentChange): DocumentChange {
  const key = change.urn.slice(change.urn.lastIndexOf(':') + 1);
  const entityType = TYPES[(key.codePointAt(0) ?? 0) % TYPES.length] ?? '';
  const urn = parseUrn(`urn:li:${entityType}:${key}`);
  if ('removed' in change) return { urn, removed: true };
  const values = new Map([...change.values].map(([field, ofField]) => [field, cut(ofField)] as const));
  return { ...change, urn, entityType, values };
}

function cut(values: FieldValues): FieldValues {
  const numbers = values.filter((value) => typeof value === 'number');
  const texts = values.filter((value) => typeof value === 'string');
  return numbers.length > 0 ? numbers : texts.map((text) => text.slice(0, MAX_EXACT_LENGTH));
}

/** Texts longer than any in a document make patterns that the engine rejects. */
const questions = queries.filter((query) => JSON.stringify(query).length < 2 * MAX_EXACT_LENGTH);

interface Round {
  readonly batch: readonly DocumentChange[];
  readonly query: Query;
  readonly sort: readonly SortKey[];
  readonly facets: readonly FacetRequest[];
  readonly size: number;
}

const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    batch: batches,
    query: questions,
    sort: sortOrders,
    facets: fc.array(facetRequests, { minLength: 1, maxLength: 3 }),
    size: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function urnsOf(hits: readonly { readonly urn: string }[]): string[] {
  return hits.map(({ urn }) => urn);
}

/** Compares every kind of answer. */
async function compare(index: SearchIndex, model: NaiveIndex, round: Round): Promise<void> {
  const { query, sort, facets, size } = round;
  const expected = model.search(query, sort);
  const isRanked = query.words !== undefined && sort.length === 0;
  const page = await index.search(unrestricted({ ...query, sort, from: 0, size: EVERY_HIT }));
  const found = urnsOf(page.hits);
  expect(page.total).toBe(expected.length);
  expect(isRanked ? found.toSorted() : found).toEqual(isRanked ? urnsOf(expected).sort() : urnsOf(expected));
  if (isRanked) expectRanks(page.hits);
  const types = new Map(expected.map(({ urn, entityType }) => [urn, entityType]));
  for (const { urn, entityType } of page.hits) expect(entityType).toBe(types.get(urn));
  expect(await index.count(unrestricted(query))).toBe(expected.length);
  expect(await scroll(index, { ...query, sort, from: 0, size, keepAliveMs: 60_000 })).toEqual(found);
  expect(await index.aggregate(unrestricted(query), facets)).toEqual(
    facets.map((request) => model.facet(query, request)),
  );
  const spreads = facets.map(({ fields: [field] }) => ({ field, quantiles: [0.5, 0, 1 / (size + 1)] }));
  expect(await index.spread(unrestricted(query), spreads)).toEqual(
    spreads.map((request) => model.spread(query, request)),
  );
}

/** Highest scores first, equal ones by urn. */
function expectRanks(hits: readonly Hit[]): void {
  const ordered = hits.toSorted((a, b) => b.score - a.score || (a.urn < b.urn ? -1 : 1));
  expect(urnsOf(hits)).toEqual(urnsOf(ordered));
}

async function scroll(index: SearchIndex, request: PageRequest): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await index.search(unrestricted({ ...request, ...(after !== undefined && { after }) }));
    found.push(...urnsOf(page.hits));
    after = page.next;
  } while (after !== undefined);
  return found;
}

describe.each([
  [1, 500],
  [2, 3],
  [2, 0],
])('the index in OpenSearch beside a naive one, %d shards, %d columns', (shards, most) => {
  it('answers alike for any writes', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (run) => {
        const model = new NaiveIndex();
        const { index, refresh } = await node.openIndex({ shards, columnRule: columnsFor(most) });
        try {
          for (const [i, round] of run.entries()) {
            const changes = round.batch.map(asTheCatalogDoes);
            model.apply(changes);
            await index.apply(i + 1, changes);
            await refresh();
            await compare(index, model, round);
          }
        } finally {
          await index[Symbol.asyncDispose]();
          await node.clear();
        }
      }),
      { numRuns: effort(20) },
    );
  }, 600_000);
});
