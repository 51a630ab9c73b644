import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import {
  FUZZERS,
  NEEDLE,
  changesBy,
  expectSoundIndex,
  startFuzzedCatalog,
  type Fuzzer,
  type FuzzedCatalog,
} from './fuzzed-catalog.ts';
import { brokenRequests, graphqlRequests, type GraphqlRequestBody } from './graphql-documents.ts';
import { effort } from '../support/effort.ts';
import { HARMLESS_WORDS } from './random-request.ts';

/** Duration per fuzzer and kind of request. */
const SECONDS = effort(4);
/** No request may take longer; it is far from the limit of the server. */
const SLOWEST_MS = 20_000;

const schema = buildCatalogSchema();

let catalog: FuzzedCatalog;
beforeAll(async () => {
  catalog = await startFuzzedCatalog();
});
afterAll(() => catalog.server.stop());

const send = async (fuzzer: Fuzzer, body: GraphqlRequestBody) => {
  const token = catalog.tokens[fuzzer];
  const response = await fetch(`${catalog.server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SLOWEST_MS),
  });
  return { status: response.status, text: await response.text() };
};

/** Server errors in a response. */
const failuresIn = ({ status, text }: { status: number; text: string }): readonly string[] => {
  if (status >= 500) return [`status ${status}: ${text}`];
  if (text === '') return [];
  const { errors = [] } = JSON.parse(text);
  const ours = errors.filter(
    (error: { extensions?: { code?: number } }) => (error.extensions?.code ?? 0) >= 500,
  );
  return ours.map((error: unknown) => JSON.stringify(error));
};

const mayReadAnything = (fuzzer: Fuzzer): boolean => fuzzer === 'root' || fuzzer === 'reader';

describe.each([...FUZZERS].reverse())('GraphQL asked by %s', (fuzzer) => {
  const fuzz = async (requests: (words: readonly string[]) => fc.Arbitrary<GraphqlRequestBody>) => {
    const words = mayReadAnything(fuzzer) ? [...HARMLESS_WORDS, NEEDLE, ...catalog.urns] : HARMLESS_WORDS;
    const property = fc.asyncProperty(requests(words), async (body) => {
      const answer = await send(fuzzer, body);
      expect(failuresIn(answer)).toEqual([]);
      if (!mayReadAnything(fuzzer)) expect(answer.text).not.toContain(NEEDLE);
      if (fuzzer === 'nobody') expect(answer.status).toBe(401);
    });
    const limits = { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: true };
    await fc.assert(property, limits);
  };

  it('answers all requests that the schema allows, without hidden data', () =>
    fuzz((words) => graphqlRequests(schema, words)));

  it('answers malformed documents', () => fuzz((words) => brokenRequests(graphqlRequests(schema, words))));

  if (fuzzer === 'root') return;
  it('has changed nothing', async () => {
    expect(await changesBy(catalog.server, fuzzer)).toEqual([]);
  });
});

it('leaves an index that is equal to the store', () => expectSoundIndex(catalog.server));
