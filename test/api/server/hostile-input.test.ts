import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ORDERS = datasetUrn('orders');
/** Names of members that every JavaScript object inherits. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.request('POST', aspectPath(ORDERS, 'datasetProperties'), { name: 'orders' });
});
afterAll(() => server.stop());

/** The response over one connection until the server closes it. */
async function overTheWire(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  socket.setTimeout(2_000, () => socket.destroy());
  await once(socket, 'close');
  return received;
}

describe('an ambiguous request', () => {
  const request = (headers: readonly string[], body = ''): string =>
    ['POST /login HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', body].join('\r\n');
  const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    ['two lengths', request(['Content-Length: 2', 'Content-Length: 40'], `{}${SMUGGLED}`)],
    [
      'a length and chunks',
      request(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`),
    ],
    [
      'chunks that are not the last coding',
      request(['Transfer-Encoding: chunked, x'], `0\r\n\r\n${SMUGGLED}`),
    ],
    ['a length that is not a number', request(['Content-Length: 2x'], `{}${SMUGGLED}`)],
    ['a length with a sign', request(['Content-Length: +2'], `{}${SMUGGLED}`)],
    [
      'a chunk whose size is not a number',
      request(['Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
    ],
    [
      'a header that continues in the next line',
      request(['X: a\r\n b', 'Content-Length : 2'], `{}${SMUGGLED}`),
    ],
    ['lines that end without a return', `GET /health HTTP/1.1\nHost: x\n\n${SMUGGLED}`],
    ['a NUL in a header', request(['X: a\0b', 'Content-Length: 2'], `{}${SMUGGLED}`)],
  ])('is refused as a whole: %s', async (_what, text) => {
    const answer = await overTheWire(text);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('"UP"');
  });
});

describe('a hostile body', () => {
  it('is not read without authentication', async () => {
    const body = `"${'['.repeat(70_000)}"`;
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/login', '/logIn', '/signUp', '/resetNativeUserCredentials']) {
      const answer = await fetch(server.url + path, { method: 'POST', headers, body });
      expect(answer.status).toBe(413);
      expect(await answer.text()).toContain('65536 bytes');
      const packed = { ...headers, 'content-encoding': 'gzip' };
      const small = await fetch(server.url + path, { method: 'POST', headers: packed, body: gzipSync(body) });
      expect(small.status).toBe(413);
    }
  });

  it.each([
    ['POST', '/openapi/v3/entity/dataset'],
    ['POST', aspectPath(ORDERS, 'datasetProperties')],
    ['PATCH', aspectPath(ORDERS, 'datasetProperties')],
    ['POST', '/openapi/v3/entity/generic'],
    ['POST', '/aspects?action=ingestProposal'],
    ['POST', '/entities?action=ingest'],
    ['POST', '/api/graphql'],
    ['POST', '/api/colophon/v1/plans'],
  ])('is refused for any nesting depth: %s %s', async (method, path) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(50_000)}1${close.repeat(50_000)}`;
      expect((await server.request(method, path, deep)).status).toBe(400);
      const below = `{"name":"x","customProperties":${deep},"proposal":${deep},"query":${deep}}`;
      expect((await server.request(method, path, below)).status).toBe(400);
    }
  });
});

describe('an excessively large body', () => {
  const deep = `${'['.repeat(201)}${']'.repeat(201)}`;
  const wide = `[${'{},'.repeat(999_999)}{}]`;

  it.each([
    ['/openapi/v3/entity/dataset', (text: string) => text],
    [aspectPath(ORDERS, 'datasetProperties'), (text: string) => `{"value":${text}}`],
    ['/aspects?action=ingestProposal', (text: string) => `{"proposal":${text}}`],
    ['/api/colophon/v1/plans', (text: string) => `{"definitions":${text}}`],
  ])('is refused before it is parsed: %s', async (path, body) => {
    const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    for (const [text, message] of [
      [deep, 'The JSON is nested deeper than 200 levels.'],
      [wide, 'The JSON has more than 2000000 values and names. Send it in several smaller requests.'],
    ] as const) {
      const plain = await server.request('POST', path, body(text));
      expect(plain.status).toBe(400);
      expect(plain.json.message).toContain(message);
      const packed = await fetch(server.url + path, {
        method: 'POST',
        body: gzipSync(body(text)),
        headers: { ...gzip, authorization: `Bearer ${server.token}` },
      });
      expect(packed.status).toBe(400);
      expect(await packed.text()).toContain(message);
    }
  });

  it('is refused in a text within a proposal', async () => {
    const proposal = (text: string): unknown => ({
      entityType: 'dataset',
      entityUrn: ORDERS,
      changeType: 'UPSERT',
      aspectName: 'globalTags',
      aspect: { contentType: 'application/json', value: text },
    });
    const ingest = (text: string) =>
      server.request('POST', '/aspects?action=ingestProposal', { proposal: proposal(text) });
    expect((await ingest(deep)).json.message).toContain('proposal.aspect.value: The JSON is nested deeper');
    expect((await ingest(wide)).json.message).toContain('more than 2000000 values');
  });

  it('is refused by GraphQL', async () => {
    const post = (body: string) => server.request('POST', '/api/graphql', body);
    const request = (variables: string): string => `{"query":"{ __typename }","variables":${variables}}`;
    for (const body of [deep, request(`{"a":${deep}}`)]) {
      expect((await post(body)).json.errors[0].message).toContain('nested deeper than 200');
    }
    const many = await post(request(`{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}`));
    expect(many.status).toBe(400);
    expect(many.json.errors[0].message).toContain('more than 200000 values and names');
    const long = await server.graphql(`{ __typename ${'#'.repeat(2_100_000)}\n }`);
    expect(long.errors[0].message).toContain('characters; the limit is 2097152. Send a shorter query');
    const lines = await server.graphql(`{ __typename ${'\n'.repeat(10_000)} }`);
    expect(lines.errors[0].message).toContain('more than 10000 lines');
    const types = (count: number): string =>
      `{ ${Array.from({ length: count }, (_, i) => `a${i}: __type(name: "Dataset") { name }`).join(' ')} }`;
    expect((await server.graphql(types(30))).errors).toBeUndefined();
    expect((await server.graphql(types(31))).errors[0].message).toContain('__schema or __type too often');
  });

  it('may have 80,000 columns of a table', async () => {
    const fields = Array.from({ length: 80_000 }, (_, i) => ({
      fieldPath: `c${i}`,
      nativeDataType: 'int',
      type: { type: { 'com.linkedin.schema.NumberType': {} } },
    }));
    const platformSchema = { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } };
    const schema = { schemaName: 'orders', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' };
    const value = { ...schema, platformSchema, fields };
    expect((await server.request('POST', aspectPath(ORDERS, 'schemaMetadata'), value)).status).toBe(200);
    expect((await server.request('DELETE', aspectPath(ORDERS, 'schemaMetadata'))).status).toBe(200);
  });

  it('may have at most 10,000 tags of an entity', async () => {
    const tags = Array.from({ length: 10_001 }, (_, i) => ({ tag: `urn:li:tag:t${i}` }));
    const refused = await server.request('POST', aspectPath(ORDERS, 'globalTags'), { tags });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'tags of globalTags has 10001 elements, but at most 10000 are allowed. Leave some out.',
    ]);
    tags.pop();
    expect((await server.request('POST', aspectPath(ORDERS, 'globalTags'), { tags })).status).toBe(200);
    expect((await server.request('DELETE', aspectPath(ORDERS, 'globalTags'))).status).toBe(200);
  });

  it('may arrive byte by byte, and in chunks that split characters', async () => {
    const text = JSON.stringify({ name: 'é€😀'.repeat(2_000) });
    const bytes = Buffer.from(text);
    const parts = (async function* (): AsyncGenerator<Buffer> {
      for (const byte of bytes) yield await Promise.resolve(Buffer.from([byte]));
    })();
    const answer = await fetch(server.url + aspectPath(ORDERS, 'datasetProperties'), {
      method: 'POST',
      body: parts,
      duplex: 'half',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    const stored = await server.request('GET', aspectPath(ORDERS, 'datasetProperties', 'v3'));
    expect(stored.json.value).toEqual(JSON.parse(text));
  });
});

describe('a batch', () => {
  const tag = (i: number) => ({ urn: `urn:li:tag:t${i}`, tagProperties: { value: { name: 'x' } } });
  const proposal = (i: number): unknown => ({
    entityType: 'x',
    entityUrn: `urn:li:x:${i}`,
    changeType: 'UPSERT',
    aspectName: `a${i}`,
    aspect: { contentType: 'application/json', value: '{}' },
  });
  const post = (path: string, body: unknown) => server.request('POST', path, body);
  const list = <T>(count: number, element: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => element(i));

  it('is refused with its size before its elements are read', async () => {
    const empty = list(10_001, () => ({}));
    const urns = list(10_001, (i) => `urn:li:tag:t${i}`);
    for (const [path, body] of [
      ['/openapi/v2/entity/tag', empty],
      ['/openapi/v3/entity/tag', empty],
      ['/openapi/v3/entity/tag/batchGet', empty],
      ['/openapi/v3/entity/generic', { tag: empty }],
      ['/openapi/v3/entity/generic/batchGet', { tag: empty }],
      ['/openapi/v2/entity/batch/tag', { urns }],
      ['/openapi/v3/lineage/scroll', { urns }],
      [`/openapi/v1/trace/write/${'0'.repeat(32)}`, { [ORDERS]: urns }],
      ['/aspects?action=ingestProposalBatch', { proposals: empty }],
      ['/entities?action=batchIngest', { entities: empty }],
      ['/usageStats?action=batchIngest', { buckets: empty }],
      ['/api/colophon/v1/plans', { definitions: empty }],
    ] as const) {
      const { status, json } = await post(path, body);
      expect(status, path).toBe(400);
      expect(json.message, path).toMatch(/has 1000[12] elements, more than 10000\. Split the request\./);
    }
    const [half, other] = [list(5_001, tag), list(5_000, tag)];
    const both = await post('/openapi/v3/entity/generic', { tag: half, Tag: other });
    expect(both.json.message).toContain('10001 elements');
  });

  it('reports the first failures, and counts further ones up to a thousand', async () => {
    for (const [count, more] of [
      [50, undefined],
      [51, ' ... and 1 more.'],
      [999, ' ... and 949 more.'],
      [5_000, ' ... and at least 950 more.'],
    ] as const) {
      const rest = await post(
        '/openapi/v3/entity/tag',
        list(count, () => 1),
      );
      const restli = await post('/aspects?action=ingestProposalBatch', { proposals: list(count, () => 1) });
      for (const { json } of [rest, restli]) {
        expect(json.message.match(/must be a JSON object/g)).toHaveLength(50);
        if (more === undefined) expect(json.message).not.toContain('more');
        else expect(json.message.endsWith(more)).toBe(true);
      }
    }
    const same = await post('/aspects?action=ingestProposalBatch', { proposals: list(100, proposal) });
    expect(same.json.message.match(/entity with name x/g)).toHaveLength(1);
  });
});

describe('names that objects inherit', () => {
  it.each(INHERITED)('%s is a key like any other', async (key) => {
    const path = aspectPath(ORDERS, 'datasetProperties');
    const text = `{"name":"orders","customProperties":{${JSON.stringify(key)}:"v","b":"c"}}`;
    expect((await server.request('POST', path, text)).status).toBe(200);
    const patch = {
      patch: [{ op: 'add', path: `/customProperties/${key}`, value: 'w' }],
      arrayPrimaryKeys: {},
    };
    expect((await server.request('PATCH', path, patch)).status).toBe(200);
    const { text: stored } = await server.request('GET', aspectPath(ORDERS, 'datasetProperties', 'v3'));
    expect(stored).toContain(`"customProperties":{${JSON.stringify(key)}:"w","b":"c"}`);
    const { data } = await server.graphql(
      `{ dataset(urn: "${ORDERS}") { properties { customProperties { key value } } } }`,
    );
    expect(data.dataset.properties.customProperties).toContainEqual({ key, value: 'w' });
    const deeper = { patch: [{ op: 'add', path: `/${key}/polluted`, value: true }], arrayPrimaryKeys: {} };
    expect((await server.request('PATCH', path, deeper)).status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(INHERITED)('%s is not a type, aspect, action or field', async (name) => {
    const status = async (method: string, path: string, body?: unknown): Promise<number> =>
      (await server.request(method, path, body)).status;
    const member = (value: string): string => `{${JSON.stringify(name)}:${value}}`;
    expect(await status('GET', `/openapi/v3/entity/${name}`)).toBe(400);
    expect(await status('POST', aspectPath(ORDERS, name), {})).toBe(404);
    expect(await status('POST', '/openapi/v3/entity/generic', member('[]'))).toBe(400);
    expect(await status('POST', `/entities?action=${name}`, {})).toBe(400);
    expect(await status('POST', aspectPath(ORDERS, 'status'), member('{}'))).toBe(400);
    expect(await status('POST', '/api/colophon/v1/tokens', member('1'))).toBe(400);
    const batch = `[{"urn":"${ORDERS}",${JSON.stringify(name)}:{"value":{}}}]`;
    expect(await status('POST', '/openapi/v3/entity/dataset', batch)).toBe(400);
  });
});

describe('a urn that stores would alter', () => {
  it.each([
    ['half of a pair', 'a\ud800b'],
    ['the other half', 'a\udc00b'],
    ['NUL', 'a\0b'],
  ])('is refused: %s', async (_what, name) => {
    const urn = `urn:li:tag:${name}`;
    const written = await server.request('POST', '/openapi/v3/entity/tag', [
      { urn, tagProperties: { value: { name: 'x' } } },
    ]);
    expect(written.status).toBe(400);
    const { errors } = await server.graphql('query e($urn: String!) { entity(urn: $urn) { urn } }', { urn });
    expect(errors[0].extensions.code).toBe(400);
    const user = { urn: `urn:li:corpuser:${name}` };
    expect((await server.request('POST', '/api/colophon/v1/users', user)).status).toBe(400);
  });

  it('may be a value, and is found by it', async () => {
    for (const name of ['a\ud800b', 'a\0b', '\ufeffa', 'a\u202eb']) {
      const value = { name, description: name };
      const path = aspectPath('urn:li:tag:odd', 'tagProperties');
      expect((await server.request('POST', path, value)).status).toBe(200);
      expect(
        (await server.request('GET', aspectPath('urn:li:tag:odd', 'tagProperties', 'v3'))).json.value,
      ).toEqual(value);
    }
  });
});

describe('an extreme search', () => {
  const search = async (input: object): Promise<unknown> => {
    const query =
      'query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }';
    const { errors } = await server.graphql(query, { input: { query: '*', ...input } });
    return errors?.[0].message;
  };
  /**
   * Queries that the embedded index answers may have more words and patterns than OpenSearch allows, 1,024 in all
   * fields.
   */
  const expectTooManyWords = (message: unknown): void => {
    if (inject('engines')?.opensearch === undefined) expect(message).toBeUndefined();
    else expect(message).toMatch(/too many, too long or too complex .* Use fewer or simpler ones/);
  };
  const values = (count: number): string[] => Array.from({ length: count }, (_, i) => `x${i}`);
  const where = (criterion: object, count = 1): object => ({
    orFilters: Array.from({ length: count }, () => ({ and: [criterion] })),
  });

  it('is refused with the maximum length', async () => {
    expectTooManyWords(await search({ query: values(822).join(' ') }));
    expect(await search({ query: 'aB'.repeat(2_000) })).toBeUndefined();
    expect(await search({ query: 'aB'.repeat(2_001) })).toContain('more than 4000');
    expect(await search(where({ field: 'name', values: ['x'] }, 1_000))).toBeUndefined();
    expect(await search(where({ field: 'name', values: ['x'] }, 1_001))).toContain('1001 conditions');
    expect(await search(where({ field: 'urn', values: values(65_536) }))).toBeUndefined();
    expect(await search(where({ field: 'urn', values: values(65_537) }))).toContain('65537 values');
    const beginnings = { field: 'name', condition: 'START_WITH', values: values(1_001) };
    expect(await search(where(beginnings))).toContain('1001 values of START_WITH');
  });

  it('is refused for patterns that each read all values', async () => {
    const contain = (count: number): object => ({
      field: 'name',
      condition: 'CONTAIN',
      values: values(count),
    });
    const gaps = (count: number, field = ''): string =>
      `/q ${values(count)
        .map((value) => `${field}*${value}*`)
        .join(' AND ')}`;
    expect(await search(where(contain(16)))).toBeUndefined();
    expect(await search(where(contain(16), 60))).toBeUndefined();
    expect(await search(where(contain(17)))).toContain('has 17 patterns');
    expectTooManyWords(await search({ query: gaps(16) }));
    expect(await search({ query: gaps(300) })).toMatch(/has 300 patterns .* more than 16\. Use fewer/);
    expect(await search({ query: gaps(17, 'name:') })).toContain('has 17 patterns');
    expect(await search({ ...where(contain(8)), query: gaps(9, 'name:') })).toContain('has 17 patterns');
    expect(await search({ query: `/q ${'a?c d*f '.repeat(10)}` })).toBeUndefined();
    const prefixes = (count: number, between: string): string => `${values(count).join(`*${between}`)}*`;
    expect(await search({ query: `/q ${prefixes(50, ' name:')}` })).toBeUndefined();
    for (const between of [' ', ' OR ', ' AND NOT ', ' name:']) {
      const query = `/q ${prefixes(51, between)}`;
      expect(await search({ query })).toMatch(/has 51 prefixes .* more than 50\. Use fewer/);
    }
    expect(await search({ query: prefixes(51, ' ') })).toContain('has 51 prefixes');
    expect(await search({ query: prefixes(1, ' ').concat(' ').repeat(100) })).toBeUndefined();
    expect(await search({ query: values(200).join(' *') })).toBeUndefined();
  });

  it('is refused in the other protocols, too', async () => {
    const query = 'a '.repeat(3_000);
    const { status } = await server.request('POST', '/entities?action=search', {
      entity: 'dataset',
      input: query,
      start: 0,
      count: 1,
    });
    expect(status).toBe(400);
    const rest = await server.request('GET', `/openapi/v3/entity/dataset?query=${encodeURIComponent(query)}`);
    expect(rest.status).toBe(400);
  });
});

// Each took minutes or hours, in which the server did nothing else.
describe('a long name', () => {
  const LONG = 'a'.repeat(1_000_000);

  it.each([
    ['a member of an entity', { [`${LONG}.`]: 1 }],
    [
      'a member of its system metadata',
      { status: { value: {}, systemMetadata: { properties: { [`${LONG}.`]: 1 } } } },
    ],
    ['a key of a patch', { status: { patch: [], arrayPrimaryKeys: { [`${LONG}.`]: 1 } } }],
  ])('is refused in time: %s', async (_name, entity) => {
    const answer = await server.request('POST', '/openapi/v3/entity/dataset', [{ urn: ORDERS, ...entity }]);
    expect(answer.status).toBe(400);
    expect((await server.request('GET', '/health')).status).toBe(200);
  });

  it('of a dataset in an event of OpenLineage is read in time', async () => {
    const slashes = '/'.repeat(1_000_000);
    const event = (name: string) => ({
      eventTime: '2026-01-01T00:00:00Z',
      eventType: 'COMPLETE',
      run: { runId: '01941f29-7c00-7000-8000-000000000000' },
      job: { namespace: 'n', name: 'j' },
      inputs: [{ namespace: 'file', name }],
    });
    for (const name of [`file://a${slashes}x`, `file://a${slashes}`]) {
      const answer = await server.request('POST', '/openapi/openlineage/api/v1/lineage', event(name));
      expect([200, 201, 400]).toContain(answer.status);
    }
  });

  it('of a prompt of a form is compared in time', async () => {
    const prompts = Array.from({ length: 200_000 }, (_, i) => ({
      id: `${Math.min(i, 199_998)}`,
      title: '',
      type: 'FIELDS_STRUCTURED_PROPERTY',
    }));
    const answer = await server.request('POST', aspectPath('urn:li:form:f', 'formInfo'), {
      name: 'f',
      prompts,
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('Prompt IDs must be unique');
  });
});

// Compared in turn, each list took minutes.
describe('a long list of values', () => {
  const values = (first: number) => Array.from({ length: 90_000 }, (_, i) => `value ${first + i}`);

  it.each([
    [
      '/openapi/v3/relationship/scroll',
      {
        edgeFilter: {
          and: [{ criteria: [{ field: 'source.urn', condition: 'IEQUAL', values: values(0) }] }],
        },
      },
      'The edgeFilter has 90000 values, more than 65536.',
    ],
    [
      '/aspects?action=getTimeseriesAspectValues',
      {
        urn: ORDERS,
        entity: 'dataset',
        aspect: 'datasetProfile',
        filter: { or: [{ and: [{ field: 'urn', condition: 'IEQUAL', value: '', values: values(0) }] }] },
      },
      'The filter has 90000 values, more than 65536.',
    ],
  ])('is refused by %s', async (path, body, message) => {
    const { json, status } = await server.request('POST', path, body);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is refused as hops to ignore', async () => {
    const query =
      'query q($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { total } }';
    const ignoreAsHops = [{ entityType: 'DATASET', platforms: values(0) }];
    const input = { urn: ORDERS, direction: 'UPSTREAM', query: '*', lineageFlags: { ignoreAsHops } };
    const { errors } = await server.graphql(query, { input });
    expect(errors[0].message).toContain('90001 platforms and entity types in ignoreAsHops, more than 500');
  });

  it('is compared in time, of owners of tokens', async () => {
    const query = 'query q($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total } }';
    const filters = [0, 90_000].map((first) => ({ field: 'ownerUrn', values: values(first) }));
    const { data } = await server.graphql(query, { input: { start: 0, count: 1, filters } });
    expect(data.listAccessTokens.total).toBe(0);
  });
});

describe('a query of Rest.li', () => {
  const tunnelled = (body: string) =>
    server.request('POST', '/entitiesV2', body, {
      'x-http-method-override': 'GET',
      'content-type': 'application/x-www-form-urlencoded',
    });

  // Each took minutes, the limit of a test, when it was read again for each of its parts.
  it('is parsed in time for any length', async () => {
    for (const part of ['ids=a&', 'ids=List(', 'a=(b:']) {
      expect((await tunnelled(part.repeat(100_000))).status).toBeLessThan(500);
    }
    const nested = `ids=${'List('.repeat(100_000)}${')'.repeat(100_000)}`;
    expect((await tunnelled(nested)).json.message).toContain('at most 20 levels deep');
  });

  it('is refused with the maximum length', async () => {
    const tooMany = 'more than 100000 commas, parentheses and parameters. Split the request.';
    for (const query of [
      'a&'.repeat(100_001),
      `ids=List(${'a,'.repeat(100_000)})`,
      `ids=${'%2C'.repeat(100_001)}`,
    ]) {
      const { status, json } = await tunnelled(query);
      expect(status).toBe(400);
      expect(json.message).toContain(tooMany);
    }
    const { json } = await tunnelled(`ids=${'x'.repeat(2 * 1024 * 1024)}`);
    expect(json.message).toContain('The query has 2097156 characters, more than 2097152.');
  });
});
