import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MATCH_ALL, type Expression } from '../../src/search/expression.ts';
import {
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../src/search/opensearch/opensearch-slots.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { freePort } from '../support/free-port.ts';
import { jsonAt } from '../support/json-at.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { documentOf, removalOf } from './search-documents.ts';

/** Answers a request in place of the engine; false passes it to the engine. */
type Interference = (request: IncomingMessage, response: ServerResponse) => boolean;

const query = { entityTypes: ['dataset'], where: MATCH_ALL };

let node: OpenSearchNode;
let proxy: Server;
let proxyUrl: string;
let interfere: Interference = () => false;
const opened: SearchIndex[] = [];

beforeAll(async () => {
  node = await OpenSearchNode.start();
  const port = await freePort();
  proxyUrl = `http://admin:s3cret%2F@127.0.0.1:${port}`;
  proxy = createServer((request, response) => {
    if (interfere(request, response)) return;
    void passOn(request, response);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
});
afterEach(async () => {
  interfere = () => false;
  await Promise.all(opened.splice(0).map((index) => index[Symbol.asyncDispose]()));
  await node.clear();
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await node.stop();
});

/** Forwards a request to the engine. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const { method = 'GET', url = '/', headers } = request;
  const body = Buffer.concat(chunks);
  const answer = await fetch(`${node.url}${url}`, {
    method,
    ...(body.length > 0 && { body, headers: { 'content-type': headers['content-type'] ?? '' } }),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function open(more: Partial<OpenSearchSlotsOptions> = {}): Promise<SearchIndex> {
  const options = node.options({ url: proxyUrl, ...more });
  const { index } = await new OpenSearchSlots(options).openCurrent();
  opened.push(index);
  return index;
}

/** Refuses this many requests to paths that contain this text. */
function refuse(path: string, times: number, status: number, type: string): () => number {
  let refused = 0;
  interfere = (request, response) => {
    if (refused === times || request.url?.includes(path) !== true) return false;
    refused++;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type, reason: 'on purpose' }, status }));
    return true;
  };
  return () => refused;
}

async function messageOfUnavailable(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'CatalogError', code: 'UNAVAILABLE' });
  expect(
    `${JSON.stringify(error)}${error instanceof Error ? `${error.message}${error.stack}` : ''}`,
  ).not.toMatch(/s3cret/);
  return error instanceof Error ? error.message : '';
}

describe('an engine that fails', () => {
  it('is named when it cannot be reached', async () => {
    const port = await freePort();
    const options = node.options({ url: `http://admin:s3cret@127.0.0.1:${port}` });
    const message = await messageOfUnavailable(new OpenSearchSlots(options).openCurrent());
    expect(message).toContain(`OpenSearch at 127.0.0.1:${port} cannot be reached`);
  });

  it('gets the user and the password of its address', async () => {
    const seen = new Set<string | undefined>();
    interfere = ({ headers }) => {
      seen.add(headers.authorization);
      return false;
    };
    await open();
    expect([...seen]).toEqual([`Basic ${Buffer.from('admin:s3cret/').toString('base64')}`]);
  });

  it('is waited for no longer than the timeout', async () => {
    const index = await open({ requestTimeoutMs: 5_000 });
    await index.apply(1, [documentOf('a')]);
    interfere = () => true;
    expect(await messageOfUnavailable(index.count(unrestricted(query)))).toContain('did not answer in time');
    interfere = () => false;
    await index.visible(1);
    expect(await index.count(unrestricted(query))).toBe(1);
  });

  it.each([
    [429, 'rejected_execution_exception'],
    [503, 'process_cluster_event_timeout_exception'],
  ])('briefly with %d gets the write again, and fails a read at once', async (status, type) => {
    const index = await open();
    await index.apply(1, [documentOf('a')]);
    const refusedWrites = refuse('/_bulk', 2, status, type);
    await index.apply(2, [documentOf('b'), removalOf('a')]);
    expect(refusedWrites()).toBe(2);
    await index.visible(2);
    const refusedReads = refuse('/_search', 9, status, type);
    expect(await messageOfUnavailable(index.count(unrestricted(query)))).toContain(type);
    expect(refusedReads()).toBe(1);
    interfere = () => false;
    expect(await index.count(unrestricted(query))).toBe(1);
  });

  it('for some time fails the write, which can be repeated', async () => {
    const index = await open();
    refuse('/_bulk', 4, 429, 'rejected_execution_exception');
    await messageOfUnavailable(index.apply(1, [documentOf('a')]));
    expect(index.position()).toBe(0);
    await index.apply(1, [documentOf('a')]);
    expect(index.position()).toBe(1);
  });

  it('for some documents of a write gets those again', async () => {
    const index = await open();
    let bulks = 0;
    interfere = (request, response) => {
      if (request.url?.includes('/_bulk') !== true || bulks++ > 0) return false;
      const error = { type: 'rejected_execution_exception', reason: 'on purpose' };
      const items = [{ index: { status: 201 } }, { index: { status: 429, error } }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: true, items }));
      return true;
    };
    await index.apply(1, [documentOf('never sent on'), documentOf('b')]);
    await index.visible(1);
    expect(bulks).toBe(2);
    expect(await index.count(unrestricted(query))).toBe(1);
  });

  it('without disk space rejects writes, reports it, and continues when there is space', async () => {
    const options = node.options({ url: proxyUrl });
    const { index } = await new OpenSearchSlots(options).openCurrent();
    opened.push(index);
    await index.apply(1, [documentOf('a')]);
    const block = (isFull: boolean): Promise<unknown> =>
      node.ask('PUT', `/${options.prefix}1_*/_settings`, {
        'index.blocks.read_only_allow_delete': isFull ? true : null,
      });
    await block(true);
    const message = await messageOfUnavailable(index.apply(2, [documentOf('b')]));
    expect(message).toContain('rejects writes');
    expect(message).toContain('Free disk space');
    expect(index.position()).toBe(1);
    await index.visible(1);
    expect(await index.count(unrestricted(query))).toBe(1);
    await block(false);
    await index.apply(2, [documentOf('b')]);
    await index.visible(2);
    expect(await index.count(unrestricted(query))).toBe(2);
  });

  it('reports that some of its shards did not answer, instead of returning less', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a')]);
    const refused = refuse('/_search', 1, 503, 'search_phase_execution_exception');
    await messageOfUnavailable(index.aggregate(unrestricted(query), [{ fields: ['team'], size: 1 }]));
    expect(refused()).toBe(1);
  });

  it('refreshes once for all waiting requests, and not for commits that a refresh has covered', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a')]);
    let refreshes = 0;
    interfere = ({ url = '' }) => {
      if (url.includes('/_refresh')) refreshes++;
      return false;
    };
    await Promise.all(Array.from({ length: 20 }, () => index.visible(1)));
    await index.visible(1);
    expect(refreshes).toBe(1);
    const waiting = Array.from({ length: 20 }, () => index.visible(2));
    await index.apply(2, [documentOf('b')]);
    await Promise.all(waiting);
    expect(await index.count(unrestricted(query))).toBe(2);
    expect(refreshes).toBe(2);
    await index.apply(2, [documentOf('c')]);
    await index.visible(2);
    expect(await index.count(unrestricted(query))).toBe(3);
  });

  it('waits again after a refresh has failed', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a')]);
    const refused = refuse('/_refresh', 1, 503, 'unavailable_shards_exception');
    await messageOfUnavailable(index.visible(1));
    expect(refused()).toBe(1);
    await index.visible(1);
    expect(await index.count(unrestricted(query))).toBe(1);
  });

  it('reports when the awaited commit does not arrive', async () => {
    const index = await open({ requestTimeoutMs: 5_000 });
    await index.apply(1, [documentOf('a')]);
    expect(await messageOfUnavailable(index.visible(2))).toContain('has reached commit 1, not 2 yet');
  });
});

describe('requests that the engine cannot answer', () => {
  it('are rejected as invalid when a pattern is too complex', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    const where = { kind: 'pattern', field: 'team', match: 'glob', value: `*a${'?'.repeat(60)}` } as const;
    await expect(index.count(unrestricted({ ...query, where }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    const words = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
    const longer = { ...where, match: 'contains', value: words } as const;
    expect(await index.count(unrestricted({ ...query, where: longer }))).toBe(0);
  });

  it('are rejected as invalid when a prefix is too long for the version of the engine', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    const where = { kind: 'pattern', field: 'team', match: 'prefix', value: 'x'.repeat(4_000) } as const;
    const version = String(jsonAt(await node.ask('GET', '/'), 'version', 'number'));
    const counted = index.count(unrestricted({ ...query, where }));
    // From version 3 on, prefixes of any length are supported.
    if (version.startsWith('2.')) {
      await expect(counted).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('too long'),
      });
    } else await expect(counted).resolves.toBe(0);
  });

  it.each(['contains', 'suffix'] as const)('are rejected as invalid when a %s is too long', async (match) => {
    const index = await open();
    await index.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    const where = { kind: 'pattern', field: 'team', match, value: 'x'.repeat(4_000) } as const;
    await expect(index.count(unrestricted({ ...query, where }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('too long'),
    });
  });

  it.each([
    ['side by side', 1, 5_000],
    ['within others', 60, 60],
  ])('are rejected as invalid when there are too many conditions %s', async (_, outer, inner) => {
    const index = await open();
    await index.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    const either = (i: number): Expression => ({
      kind: 'or',
      of: Array.from({ length: inner }, (_, j) => ({ kind: 'exists', field: `f${i}-${j}` })),
    });
    const where: Expression = { kind: 'and', of: Array.from({ length: outer }, (_, i) => either(i)) };
    await expect(index.count(unrestricted({ ...query, where }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('are expired scrolls, and scrolls that never existed', async () => {
    const index = await open();
    await index.apply(
      1,
      ['a', 'b', 'c'].map((key) => documentOf(key, { texts: { name: ['sales'] } })),
    );
    await index.visible(1);
    const words = { text: 'sales', fields: [{ field: 'name', boost: 1 }] };
    const request = { ...query, words, sort: [], from: 0, size: 1, keepAliveMs: 60_000 };
    const { next = '' } = await index.search(unrestricted(request));
    await node.ask('DELETE', '/_search/point_in_time/_all');
    await expect(index.search(unrestricted({ ...request, after: next }))).rejects.toThrow(
      'The scroll has expired',
    );
    const cursor: unknown = JSON.parse(Buffer.from(next, 'base64url').toString());
    const forged = { ...(typeof cursor === 'object' && cursor), state: 'nonsense' };
    const after = Buffer.from(JSON.stringify(forged)).toString('base64url');
    await expect(index.search(unrestricted({ ...request, after }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('a node that keeps few points in time', () => {
  const words = { text: 'sales', fields: [{ field: 'name', boost: 1 }] };
  const request = { ...query, words, sort: [], from: 0, size: 2, keepAliveMs: 60_000 };

  beforeAll(() => keepAtMost(2));
  afterEach(() => node.ask('DELETE', '/_search/point_in_time/_all'));
  afterAll(() => keepAtMost(null));

  async function keepAtMost(states: number | null): Promise<void> {
    const transient = { 'search.max_open_pit_context': states };
    await node.ask('PUT', '/_cluster/settings', { transient });
  }

  async function openWithNames(): Promise<SearchIndex> {
    const index = await open();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    await index.apply(
      1,
      keys.map((key) => documentOf(key, { texts: { name: ['sales'] } })),
    );
    await index.visible(1);
    return index;
  }

  it('ends only the least recently read scroll', async () => {
    const index = await openWithNames();
    const first = await index.search(unrestricted(request));
    const second = await index.search(unrestricted(request));
    await index.search(unrestricted({ ...request, after: first.next ?? '' }));
    const third = await index.search(unrestricted(request));
    expect(third.hits).toHaveLength(2);
    await expect(index.search(unrestricted({ ...request, after: second.next ?? '' }))).rejects.toThrow(
      'The scroll has expired',
    );
    for (const { next = '' } of [first, third]) {
      const { hits, total } = await index.search(unrestricted({ ...request, after: next }));
      expect([hits.length, total]).toEqual([2, 5]);
    }
  });

  it('lets scrolls read the current state when others use all points in time', async () => {
    const index = await openWithNames();
    const [name] = Object.keys(Object(await node.ask('GET', '/_alias/*-all')));
    const pin = async (): Promise<unknown> =>
      Object(await node.ask('POST', `/${name}/_search/point_in_time?keep_alive=1m`)).status;
    // Other files, which share the node, may have some.
    const answers = [await pin(), await pin(), await pin()];
    expect(answers.at(-1)).toBe(429);
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await index.search(unrestricted({ ...request, ...(after !== undefined && { after }) }));
      found.push(...page.hits.map(({ urn }) => urn));
      after = page.next;
    } while (after !== undefined);
    expect(new Set(found).size).toBe(5);
  });
});
