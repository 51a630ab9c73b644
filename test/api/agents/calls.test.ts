import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken } from '../../support/test-actors.ts';
import { ask, refused } from './agent-client.ts';

const PII = 'urn:li:tag:PII';
const ORDERS = datasetUrn('shop.orders');

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'agents.callsPerMinute': 0 } });
  const client = clientOf(server);
  await client.post(PII, 'tagProperties', { name: 'PII' });
  await client.dataset('shop.orders', { name: 'orders' });
});
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- the tests assert its shape
async function callsOf(by: TestServer, query = ''): Promise<any[]> {
  const { json, status, text } = await by.request('GET', `/api/colophon/v1/agents/calls${query}`);
  expect(status, text).toBe(200);
  return json.calls;
}

describe('the calls of agents', () => {
  it('are the writes by tools, with their reason and what undoes them', async () => {
    const changes = [{ urns: [ORDERS], field: 'tags', action: 'add', values: ['PII'] }];
    const { plan } = await ask(server, 'set_metadata', { changes, reason: 'an audit' });
    expect(await callsOf(server)).toEqual([]);
    const { commit, edit } = await ask(server, 'set_metadata', { plan });
    await ask(server, 'search', { query: 'orders' });
    expect(await callsOf(server)).toEqual([
      {
        time: expect.any(Number),
        tool: 'set_metadata',
        tokenId: expect.any(String),
        client: 'test 1.0.0',
        reason: 'an audit',
        commit,
        edit,
        entities: 1,
        urns: [ORDERS],
      },
    ]);
    const undone = await ask(server, 'undo', { edit, reason: 'a mistake' });
    await ask(server, 'undo', { plan: undone.plan });
    const [first] = await callsOf(server, '?count=1');
    expect(first).toMatchObject({ tool: 'undo', reason: 'a mistake', edit: Number(edit) + 2 });
  });

  it('are shown to nobody else, and to a restricted token only if they are its own', async () => {
    const ann = await addActor(server, 'ann', { roles: ['Reader'] });
    expect(await callsOf(ann)).toEqual([]);
    const reader = await withToken(server, userUrn('ann'), { readOnly: true });
    await refused(ann, 'report', { kind: 'incident', urn: ORDERS, title: 'late', reason: 'a test' });
    // Refusals are written to the log soon after.
    await expect
      .poll(() => callsOf(ann))
      .toMatchObject([
        { tool: 'report', tokenName: 'test', entities: 1, refusedFor: expect.stringMatching(/INCIDENT/) },
      ]);
    expect(await callsOf(reader)).toEqual([]);
  });

  it.each(['0', '101', 'x', '1.5', '-1'])('refuse the count %s', async (count) => {
    const { json, status } = await server.request('GET', `/api/colophon/v1/agents/calls?count=${count}`);
    expect(status).toBe(400);
    expect(json.message).toContain('count');
  });
});
