import { request as ask, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const URN = datasetUrn('wide');
const STEP = encodeURIComponent(URN);
const DESCRIPTION = Array.from({ length: 4_000 }, (_, i) => `Word ${(i * 7_919) % 1_000}é`).join(' ');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await clientOf(server).dataset('wide');
  const written = await server.request('POST', aspectPath(URN, 'datasetProperties'), {
    description: DESCRIPTION,
  });
  expect(written.status, written.text).toBe(200);
});
afterAll(() => server.stop());

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** Answers as they are on the wire: `fetch` would decompress them. */
async function send({ method = 'GET', path, body }: Sent, headers: Readonly<Record<string, string>>) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const request = ask(
    server.url + path,
    {
      method,
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        ...length,
        ...headers,
      },
    },
    resolve,
  ).on('error', reject);
  request.end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, content: await buffer(response) };
}

const introspection = JSON.stringify({ query: getIntrospectionQuery() });

/** A long answer of each protocol. */
const LONG: Readonly<Record<string, Sent>> = {
  GraphQL: { method: 'POST', path: '/api/graphql', body: introspection },
  'GraphQL, not on the fast path': { method: 'POST', path: '/api/graphql?a=b', body: introspection },
  'OpenAPI v2': { path: `/openapi/v2/entity/dataset/${STEP}` },
  'OpenAPI v3': { path: `/openapi/v3/entity/dataset/${STEP}` },
  'OpenAPI v3, a batch': {
    method: 'POST',
    path: '/openapi/v3/entity/generic/batchGet',
    body: JSON.stringify({ dataset: [{ urn: URN }] }),
  },
  'Rest.li': { path: `/entitiesV2/${STEP}` },
  'Rest.li, an aspect': { path: `/aspects/${STEP}?aspect=datasetProperties&version=0` },
  'a page of the change feed': { path: '/api/colophon/v1/changes?since=oldest' },
  'the OpenAPI document': { path: '/openapi/v3/api-docs' },
};

describe.each(Object.entries(LONG))('%s', (_name, sent) => {
  it('is compressed as the client accepts it, and says so to caches', async () => {
    const plain = await send(sent, {});
    expect(plain.status, plain.content.toString()).toBe(200);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ] as const) {
      const packed = await send(sent, { 'accept-encoding': accepted });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.content.length),
        'content-type': plain.headers['content-type'],
        vary: 'Accept-Encoding',
      });
      expect(packed.content.length).toBeLessThan(plain.content.length / 2);
      expect(unpack(packed.content).equals(plain.content)).toBe(true);
    }
  });
});

describe('responses that are sent as they are', () => {
  const accepting = { 'accept-encoding': 'gzip, br' };

  it.each([
    ['short ones', { path: '/config' }],
    ['refusals', { path: '/openapi/v3/entity/dataset/none' }],
    [
      'short answers of GraphQL',
      { method: 'POST', path: '/api/graphql', body: '{"query":"{ __typename }"}' },
    ],
  ])('%s', async (_name, sent) => {
    const { headers } = await send(sent, accepting);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('those to a page of another site', async () => {
    const sent = { path: `/openapi/v3/entity/dataset/${STEP}` };
    const { headers } = await send(sent, { ...accepting, 'sec-fetch-site': 'cross-site' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('streams of the change feed', async () => {
    const stream = await fetch(`${server.url}/api/colophon/v1/changes?since=oldest`, {
      headers: {
        authorization: `Bearer ${server.token}`,
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
      },
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    await stream.body?.cancel();
  });
});

it('HEAD has the headers of GET', async () => {
  const path = '/openapi/v3/api-docs';
  for (const accepted of ['identity', 'br']) {
    const asked = { 'accept-encoding': accepted };
    const whole = await send({ path }, asked);
    const head = await send({ method: 'HEAD', path }, asked);
    expect(head.status).toBe(200);
    expect(head.content).toHaveLength(0);
    for (const name of ['content-encoding', 'content-type', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  }
});
