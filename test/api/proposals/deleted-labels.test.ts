import { afterAll, beforeAll, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const ORDERS = datasetUrn('shop.orders');

type Body = Readonly<Record<string, unknown>>;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let reader: TestServer;
let editor: TestServer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  await client.define('team');
  await client.dataset('shop.orders');
  reader = await addActor(server, 'paula', { roles: ['Reader'] });
  editor = await addActor(server, 'edith', { roles: ['Editor'] });
});
afterAll(() => server.stop());

it('a proposal is in conflict once a label that it names is deleted', async () => {
  const tag = 'urn:li:tag:fleeting';
  await client.post(tag, 'tagProperties', { name: 'Fleeting' });
  const changes = [
    { field: 'tags', action: 'add', values: [tag] },
    { field: propertyUrn('team'), action: 'set', values: ['red'] },
  ];
  const { id, items } = await propose(changes);
  expect(items).toHaveLength(2);
  expect(items.map((item: Body) => item['conflict'])).toEqual([false, false]);
  await server.request('DELETE', `/openapi/v3/entity/tag/${tag}`);
  const { json: shown } = await editor.request('GET', `${ROUTE}/${id}`);
  const conflicts = shown.items.filter((item: Body) => item['conflict']);
  expect(conflicts).toMatchObject([{ aspect: 'globalTags' }]);
  const refused = await approve(id);
  expect([refused.status, refused.json.problems[0]]).toMatchObject([
    409,
    { kind: 'PROPOSAL_CONFLICT', data: { items: [conflicts[0].id] } },
  ]);
  const only = shown.items.flatMap((item: Body) => (item['conflict'] ? [] : [item['id']]));
  expect((await approve(id, { only })).json.state).toBe('PARTLY_APPROVED');
  expect((await server.request('GET', aspectPath(ORDERS, 'globalTags', 'v3'))).status).toBe(404);
});

it('a proposal may name a tag that nobody has created, as ingestion does', async () => {
  await addActor(server, 'ingrid', { roles: ['Editor'] });
  const agent = await withToken(server, userUrn('ingrid'), { proposeOnly: true });
  const value = { tags: [{ tag: 'urn:li:tag:uncreated' }] };
  const held = await agent.request('POST', aspectPath(ORDERS, 'globalTags', 'v3'), { value });
  expect(held.status, held.text).toBe(403);
  const id = (held.headers.get('x-colophon-proposal') ?? '').split(':').at(-1) ?? '';
  const { json } = await editor.request('GET', `${ROUTE}/${id}`);
  expect(json.items).toMatchObject([{ conflict: false }]);
  expect((await approve(id)).json.state).toBe('APPROVED');
});

async function propose(changes: readonly Body[]) {
  const { json, status, text } = await reader.request('POST', ROUTE, {
    title: 'Labels',
    edit: { urns: [ORDERS], changes },
  });
  expect(status, text).toBe(201);
  return json;
}

function approve(id: string, body: Body = {}) {
  return editor.request('POST', `${ROUTE}/${id}/approve`, body);
}
