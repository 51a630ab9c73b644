import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { eventsIn } from '../../support/event-stream.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';
import { MODERN_META, send } from './agent-client.ts';

const ORDERS = datasetUrn('shop.orders');
const TAG = 'urn:li:tag:seen';
const ADDRESS = `colophon://entity/${ORDERS}`;
const CHANGES = 'colophon://changes';
const ID = 'io.modelcontextprotocol/subscriptionId';

let server: TestServer;
/** May see tags only. */
let taggers: TestServer;

beforeAll(async () => {
  server = await startServer();
  await hideEverything(server);
  await writePolicy(server, 'see-tags', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('tagger')] },
    resources: { filter: matching('TYPE', ['tag']) },
  });
  taggers = await addActor(server, 'tagger');
  await writeAspect(server, TAG, 'tagProperties', { name: 'seen' });
  const client = clientOf(server);
  await client.dataset('shop.orders', { name: 'orders', description: 'y'.repeat(30_000) });
  await client.dataset('shop.hidden', { name: 'hidden' });
});
afterAll(() => server.stop());

const read = (uri: string, on = server): Promise<Answer> =>
  send(on, 'resources/read', { uri }, { 'mcp-name': uri });

describe('resources', () => {
  it('are announced, listed and have a template', async () => {
    const { json: known } = await send(server, 'server/discover');
    expect(known.result.capabilities).toEqual({ tools: {}, resources: { subscribe: true } });
    const { json: listed } = await send(server, 'resources/list');
    expect(listed.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    expect(listed.result.resources.map(({ uri }: { uri: string }) => uri)).toEqual([
      'colophon://guide/filter',
      'colophon://guide/writing',
      'colophon://guide/types',
    ]);
    const { json: templates } = await send(server, 'resources/templates/list');
    expect(templates.result.resourceTemplates).toMatchObject([
      { uriTemplate: 'colophon://entity/{+urn}', mimeType: 'application/json' },
    ]);
  });

  it.each([
    ['colophon://guide/filter', 'entity_type = dataset'],
    ['colophon://guide/writing', 'plan'],
    ['colophon://guide/types', '- dataset: '],
  ])('has the guide %s', async (uri, part) => {
    const { json } = await read(uri);
    expect(json.result).toMatchObject({ resultType: 'complete', ttlMs: 0, contents: [{ uri }] });
    expect(json.result.contents[0].mimeType).toBe('text/markdown');
    expect(json.result.contents[0].text).toContain(part);
  });

  it.each([
    ['as written', ADDRESS],
    ['encoded', `colophon://entity/${encodeURIComponent(ORDERS)}`],
  ])('has an entity with all its parts and long texts, its address %s', async (_how, uri) => {
    const { json } = await read(uri);
    const [{ mimeType, text }] = json.result.contents;
    expect(mimeType).toBe('application/json');
    const [entity] = JSON.parse(text).entities;
    expect(entity).toMatchObject({ urn: ORDERS, lineage: { upstream: 0, downstream: 0 }, access: {} });
    expect(entity.untrusted.description).toHaveLength(30_000);
  });

  it.each([
    ['an entity that does not exist', `colophon://entity/${datasetUrn('no.such')}`],
    ['no urn', 'colophon://entity/orders'],
    ['an unknown type', 'colophon://entity/urn:li:spaceship:a'],
    ['a broken encoding', 'colophon://entity/%E0%A4%A'],
    ['another scheme', 'file:///etc/passwd'],
    ['an unknown guide', 'colophon://guide/../../secret'],
    ['changes, which are for listening', CHANGES],
  ])('refuses %s with its address', async (_what, uri) => {
    const { json, status } = await read(uri);
    expect([status, json.error.code, json.error.message]).toEqual([400, -32_602, 'Resource not found']);
    expect(json.error.data).toEqual({ uri });
  });

  it('refuse a request without an address', async () => {
    const { json } = await send(server, 'resources/read');
    expect(json.error).toMatchObject({ code: -32_602, message: 'uri must be a text.' });
  });

  it('are read without modern members by legacy clients, which cannot listen', async () => {
    const legacy = (method: string, params: object): Promise<Answer> =>
      server.request(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method, params },
        { 'mcp-protocol-version': '2025-06-18' },
      );
    const { json } = await legacy('resources/read', { uri: 'colophon://guide/filter' });
    expect(Object.keys(json.result)).toEqual(['contents']);
    const listening = await legacy('subscriptions/listen', { notifications: {} });
    expect([listening.status, listening.json.error.code]).toEqual([200, -32_601]);
  });

  it('are missing for those who may not see them', async () => {
    const { json: hidden } = await read(ADDRESS, taggers);
    expect(hidden.error).toMatchObject({ code: -32_602, message: 'Resource not found' });
    const { json } = await read(`colophon://entity/${TAG}`, taggers);
    expect(JSON.parse(json.result.contents[0].text).entities).toMatchObject([{ urn: TAG }]);
  });
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly notifications?: unknown; readonly _meta?: object };
  readonly result?: object;
  readonly error?: object;
}

/** Opens a subscription; `next` resolves with its next message, undefined at its end. */
async function listening(
  notifications: object,
  { token, url }: Pick<TestServer, 'token' | 'url'> = server,
): Promise<{ readonly next: () => Promise<Message | undefined>; readonly close: () => void }> {
  const ending = new AbortController();
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    signal: ending.signal,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'subscriptions/listen',
      params: { notifications, _meta: MODERN_META },
    }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  if (response.body === null) throw new Error('The subscription has no body.');
  const events = eventsIn(response.body);
  return {
    next: async () => (await events.next()).value?.data as Message | undefined,
    close: () => ending.abort(),
  };
}

describe('a subscription', () => {
  it('acknowledges what can change, then reports each change', async () => {
    const stream = await listening({
      toolsListChanged: true,
      resourceSubscriptions: [ADDRESS, 'colophon://guide/filter', 'file:///a'],
    });
    expect(await stream.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { [ID]: 7 }, notifications: { resourceSubscriptions: [ADDRESS] } },
    });
    const client = clientOf(server);
    await client.dataset('shop.hidden', { name: 'another name' });
    await client.dataset('shop.orders', { name: 'new name' });
    expect(await stream.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { _meta: { [ID]: 7 }, uri: ADDRESS },
    });
    stream.close();
  });

  it('to all changes hears of any', async () => {
    const stream = await listening({ resourceSubscriptions: [CHANGES] });
    await stream.next();
    await clientOf(server).dataset('shop.hidden', { name: 'a third name' });
    expect((await stream.next())?.params?.uri).toBe(CHANGES);
    stream.close();
  });

  it('to nothing that can change ends at once', async () => {
    const stream = await listening({ toolsListChanged: true });
    expect((await stream.next())?.params?.notifications).toEqual({ resourceSubscriptions: [] });
    expect(await stream.next()).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    expect(await stream.next()).toBeUndefined();
  });

  it('hears only of changes that the caller may see when they happen', async () => {
    const stream = await listening({ resourceSubscriptions: [CHANGES, ADDRESS] }, taggers);
    await stream.next();
    await clientOf(server).dataset('shop.orders', { name: 'unseen' });
    await writeAspect(server, TAG, 'tagProperties', { name: 'changed' });
    expect((await stream.next())?.params?.uri).toBe(CHANGES);
    await writePolicy(server, 'see-tags', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('tagger')] },
      resources: { filter: matching('TYPE', ['dataset']) },
    });
    await clientOf(server).dataset('shop.orders', { name: 'seen now' });
    expect([(await stream.next())?.params?.uri, (await stream.next())?.params?.uri].toSorted()).toEqual(
      [CHANGES, ADDRESS].toSorted(),
    );
    stream.close();
  });

  it('ends with its result when the token is revoked', async () => {
    const { json } = await server.request('POST', '/api/colophon/v1/tokens', {
      name: 'revoked',
      actorUrn: userUrn('datahub'),
      durationMs: null,
    });
    const stream = await listening({ resourceSubscriptions: [ADDRESS] }, { ...server, token: json.token });
    await stream.next();
    const { status } = await server.request('DELETE', `/api/colophon/v1/tokens/${json.id}`);
    expect(status).toBeLessThan(300);
    await clientOf(server).dataset('shop.orders', { name: 'after the revocation' });
    expect(await stream.next()).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    expect(await stream.next()).toBeUndefined();
  });

  it.each([
    ['no filter', undefined],
    ['a text', { resourceSubscriptions: ADDRESS }],
    ['101 addresses', { resourceSubscriptions: Array.from({ length: 101 }, () => ADDRESS) }],
    ['numbers', { resourceSubscriptions: [1] }],
  ])('with %s is refused', async (_what, notifications) => {
    const { json, status } = await send(server, 'subscriptions/listen', { notifications });
    expect([status, json.error.code]).toEqual([400, -32_602]);
  });

  it('counts as a held request, and ends with its result when the server stops', async () => {
    const small = await startServer({ options: { 'limits.heldRequests': '1' } });
    const stream = await listening({ resourceSubscriptions: [CHANGES] }, small);
    await stream.next();
    const { status } = await send(small, 'subscriptions/listen', {
      notifications: { resourceSubscriptions: [CHANGES] },
    });
    expect(status).toBe(429);
    const stopped = small.stop();
    expect(await stream.next()).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    await stopped;
  });
});
