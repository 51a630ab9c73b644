import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_PATHS, colophonRequests } from './colophon-requests.ts';
import {
  FUZZERS,
  NEEDLE,
  changesBy,
  expectSoundIndex,
  startFuzzedCatalog,
  type Fuzzer,
  type FuzzedCatalog,
} from './fuzzed-catalog.ts';
import { effort } from '../support/effort.ts';
import { HARMLESS_WORDS, type RandomRequest } from './random-request.ts';
import { restliRequests } from './restli-requests.ts';

/** Duration per fuzzer and kind of request. */
const SECONDS = effort(4);
/** No request may take longer; it is far from the limit of the server. */
const SLOWEST_MS = 20_000;

let catalog: FuzzedCatalog;
beforeAll(async () => {
  catalog = await startFuzzedCatalog();
});
afterAll(() => catalog.server.stop());

async function send(fuzzer: Fuzzer, { method, path, headers, body }: RandomRequest) {
  const token = catalog.tokens[fuzzer];
  const response = await fetch(catalog.server.url + path, {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(SLOWEST_MS),
  });
  return { status: response.status, text: await response.text() };
}

const mayReadAnything = (fuzzer: Fuzzer): boolean => fuzzer === 'root' || fuzzer === 'reader';
const isOpen = ({ path }: RandomRequest): boolean => SESSION_PATHS.includes(path.split('?')[0] ?? '');

const SURFACES = [
  ['Rest.li', restliRequests],
  ['our own paths', colophonRequests],
] as const;

describe.each([...FUZZERS].reverse())('asked by %s', (fuzzer) => {
  it.each(SURFACES)('%s answer all requests, without hidden data', async (_name, requests) => {
    const words = mayReadAnything(fuzzer) ? [...HARMLESS_WORDS, NEEDLE, ...catalog.urns] : HARMLESS_WORDS;
    const property = fc.asyncProperty(requests(words), async (request) => {
      const { status, text } = await send(fuzzer, request);
      expect(status, text).toBeLessThan(500);
      if (!mayReadAnything(fuzzer)) expect(text).not.toContain(NEEDLE);
      // An address that cannot be read is refused before anything else.
      if (fuzzer === 'nobody' && !isOpen(request)) expect([400, 401]).toContain(status);
      if (status >= 400 && text !== '')
        expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) });
    });
    const limits = { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: true };
    await fc.assert(property, limits);
  });

  if (fuzzer === 'root') return;
  it('have changed nothing', async () => {
    expect(await changesBy(catalog.server, fuzzer)).toEqual([]);
  });
});

it('leaves an index that is equal to the store', () => expectSoundIndex(catalog.server));
