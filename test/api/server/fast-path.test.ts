import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredByFastify, sendBothWays, type SeenAnswer } from '../../support/both-ways.ts';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let strangersToken: string;

beforeAll(async () => {
  server = await startServer({ options: { 'limits.graphql.cost': 5_000 } });
  await clientOf(server).dataset('a');
  const input = { type: 'PERSONAL', actorUrn: 'urn:li:corpuser:stranger', duration: 'ONE_DAY', name: 't' };
  const made = await server.graphql(
    'mutation m($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    { input },
  );
  strangersToken = made.data.createAccessToken.accessToken;
});
afterAll(() => server.stop());

interface Asked {
  readonly body: string;
  readonly token?: string;
  readonly accept?: string;
  readonly path?: string;
}

const ask = ({ body, token = server.token, accept = '*/*', path = '/api/graphql' }: Asked) =>
  sendBothWays({
    url: server.url + path,
    body: [body],
    headers: { authorization: `Bearer ${token}`, 'x-request-id': 'r-1', accept },
  });

/** A response without the parts that differ between two requests: the sequence and the trace ids. */
function alike(answer: SeenAnswer): SeenAnswer {
  const { headers } = answer;
  const isOwn = (i: number): boolean =>
    i % 2 === 1 && ['x-colophon-sequence', 'traceparent'].includes(headers[i - 1] ?? '');
  return { ...answer, headers: headers.map((text, i) => (isOwn(i) ? '...' : text)) };
}

const graphql = (query: string, variables: unknown = {}): string => JSON.stringify({ query, variables });
const search = graphql(
  'query s($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total nextScrollId searchResults { entity { urn type } } } }',
  { input: { query: '*', types: ['DATASET'], count: 5 } },
);
const unknownField = graphql(
  '{ searchAcrossEntities(input: { query: "*", orFilters: [{ and: [{ field: "nme", values: ["x"] }] }] }) { total } }',
);
const tag = graphql(
  'mutation { updateDescription(input: { description: "new", resourceUrn: "urn:li:tag:x" }) }',
);
const remove = graphql(
  `mutation { batchUpdateSoftDeleted(input: { urns: ["${datasetUrn('a')}"], deleted: false }) }`,
);

describe('a GraphQL request', () => {
  it.each<[string, string, number]>([
    ['a search', search, 200],
    ['one with a warning', unknownField, 200],
    ['a change', remove, 200],
    ['a refused change', tag, 200],
    ['an unknown field', graphql('{ nothing }'), 200],
    ['broken syntax', graphql('{ me'), 200],
    ['wrong variables', graphql('query q($n: Int!) { __typename }', { n: 'x' }), 200],
    ['too much', graphql('{ searchAcrossEntities(input: { query: "*", count: 5000 }) { total } }'), 200],
    ['no body', '', 400],
    ['no JSON', '{', 400],
    ['a batch', '[]', 400],
  ])('is answered by the fast path as by Fastify: %s', async (_name, body, status) => {
    for (const accept of ['*/*', 'application/graphql-response+json']) {
      const count = await answeredByFastify(async () => {
        const [ordinary, irregular] = await ask({ body, accept });
        expect(alike(ordinary)).toEqual(alike(irregular));
        if (accept === '*/*') expect(ordinary.status).toBe(status);
      });
      expect(count).toBe(1);
    }
  });

  it.each(['/api/v2/graphql', '/api/gms/api/graphql'])('is answered alike on %s', async (path) => {
    const [ordinary, irregular] = await ask({ body: search, path });
    expect(ordinary).toEqual(irregular);
    expect(ordinary.body).toContain(datasetUrn('a'));
  });

  it('warns alike of an unknown field', async () => {
    const [ordinary] = await ask({ body: unknownField });
    expect(ordinary.headers).toContain('x-colophon-warnings');
  });

  it('has the rights of its token, and is recorded alike if they do not suffice', async () => {
    const [ordinary, irregular] = await ask({ body: remove, token: strangersToken });
    expect(ordinary).toEqual(irregular);
    expect(ordinary.body).toContain('"code":403');
    const input = '{ kinds: [DENIED], actorUrns: ["urn:li:corpuser:stranger"] }';
    const selection = 'entityUrn privilege count request { protocol operation tokenId address }';
    // Consecutive equal refusals are one event with a count.
    await expect
      .poll(async () => {
        const found = await server.graphql(`{ auditEvents(input: ${input}) { events { ${selection} } } }`);
        return found.data.auditEvents.events.reduce(
          (sum: number, { count }: { count: number }) => sum + count,
          0,
        );
      })
      .toBe(2);
    const found = await server.graphql(`{ auditEvents(input: ${input}) { events { ${selection} } } }`);
    for (const { request } of found.data.auditEvents.events) {
      expect(request).toEqual({
        protocol: 'graphql',
        operation: 'batchUpdateSoftDeleted',
        address: '127.0.0.1',
        tokenId: expect.any(String),
      });
    }
  });

  it('is refused alike without a good token', async () => {
    const [ordinary, irregular] = await ask({ body: search, token: 'bad' });
    expect(ordinary).toEqual(irregular);
    expect(ordinary.status).toBe(401);
  });

  it('is counted alike', async () => {
    const count = async (): Promise<number> => {
      const { text } = await server.request('GET', '/metrics');
      return Number(
        /colophon_http_request_seconds_count\{method="POST",route="\/api\/graphql",status="200"\} (\d+)/.exec(
          text,
        )?.[1] ?? 0,
      );
    };
    const before = await count();
    await ask({ body: search });
    expect(await count()).toBe(before + 2);
  });
});
