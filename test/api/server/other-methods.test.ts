import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedNeeds } from '../../authorization/matrix/documented-needs.ts';
import { httpOperations } from '../../authorization/matrix/matrix-requests.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOBODY = { urn: 'urn:li:corpuser:x', token: 'x', tokenId: 'x' };

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Methods by documented path, with an address below it. */
function paths(): readonly (readonly [path: string, address: string, methods: readonly string[]])[] {
  const byPath = Map.groupBy(httpOperations(documentedNeeds()), ({ name }) => name.split(' ')[1] ?? '');
  // Two documented paths with one method each.
  byPath.delete('/openapi/v3/relationship/*');
  return [...byPath].map(([path, operations]) => [
    path,
    operations[0]?.wish(NOBODY).path ?? '',
    operations.map(({ name }) => name.split(' ')[0] ?? ''),
  ]);
}

/** Allowed methods in a response; HEAD is implied by GET. */
const allowedBy = (headers: Headers): readonly string[] =>
  (headers.get('allow') ?? '')
    .split(', ')
    .filter((method) => method !== 'HEAD')
    .sort();

describe('a path that exists with other methods', () => {
  it.each(paths())('%s answers 405 with the allowed methods', async (_path, address, methods) => {
    for (const method of METHODS.filter((name) => !methods.includes(name))) {
      const { status, headers, json } = await server.request(method, address);
      expect(`${method} ${status}`).toBe(`${method} 405`);
      expect(allowedBy(headers)).toEqual([...methods].sort());
      expect(json).toMatchObject({ error: 'Method Not Allowed', message: expect.stringContaining(method) });
    }
  });

  it('requires a token unless these are open', async () => {
    const ask = async (path: string): Promise<number> =>
      (await fetch(server.url + path, { method: 'DELETE' })).status;
    expect(await ask('/health')).toBe(405);
    expect(await ask('/login')).toBe(405);
    expect(await ask('/metrics')).toBe(401);
    expect(await ask('/openapi/v3/entity/dataset')).toBe(401);
  });

  it.each(['/entities/urn%3Ali%3Atag%3Aa', '/entities', '/aspects', '/runs', '/gms/relationships'])(
    'answers in the form of Rest.li: %s',
    async (path) => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status, headers, json } = await server.request(method, path, {});
        expect(status).toBe(405);
        expect(headers.get('allow')).toBe('GET, HEAD, POST');
        expect(json).toMatchObject({ status: 405, exceptionClass: expect.any(String) });
      }
    },
  );

  it('is recognized if only another form of the path has the method', async () => {
    const { status, headers } = await server.request('GET', '/openapi/v3/entity/scroll/');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });
});

it('answers 404 for unknown paths', async () => {
  for (const method of METHODS) expect((await server.request(method, '/nothing/here')).status).toBe(404);
});
