import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const ORDERS = datasetUrn('shop.orders');
const HOUR = 3_600_000;

const clock = { now: Date.UTC(2026, 0, 1) };
let server: TestServer;
let reader: TestServer;
let editor: TestServer;
beforeAll(async () => {
  server = await startServer({
    environment: { now: () => clock.now },
    options: { 'proposals.mostOpen': 1, 'proposals.expireAfter': '2h' },
  });
  await clientOf(server).define('team');
  await clientOf(server).dataset('shop.orders');
  reader = await addActor(server, 'paula', { roles: ['Reader'] });
  editor = await addActor(server, 'edith', { roles: ['Editor'] });
});
afterAll(() => server.stop());

function propose(team: string, more: object = {}): Promise<Answer> {
  const changes = [{ field: propertyUrn('team'), action: 'set', values: [team] }];
  return reader.request('POST', ROUTE, { title: team, edit: { urns: [ORDERS], changes }, ...more });
}

const decide = (as: TestServer, id: string, verb: string, body: object = {}): Promise<Answer> =>
  as.request('POST', `${ROUTE}/${id}/${verb}`, body);

async function listed(query: string): Promise<readonly string[]> {
  const { json, status, text } = await editor.request('GET', `${ROUTE}?${query}`);
  expect(status, text).toBe(200);
  const proposals: readonly { readonly title: string }[] = json.proposals;
  expect(json.total).toBe(proposals.length);
  return proposals.map(({ title }) => title);
}

it('an expired proposal is decided no more, and is not open', async () => {
  const { json: first } = await propose('first');
  expect(first).toMatchObject({ state: 'OPEN', expiresAt: clock.now + 2 * HOUR });
  const full = await propose('second');
  expect([full.status, full.json.problems[0].kind]).toEqual([429, 'QUOTA_REACHED']);

  clock.now += 2 * HOUR - 1;
  expect(await listed('state=OPEN')).toEqual(['first']);
  expect(await listed('for=review')).toEqual(['first']);
  clock.now += 1;
  expect((await reader.request('GET', `${ROUTE}/${first.id}`)).json).toMatchObject({
    state: 'EXPIRED',
    decidedBy: null,
    decidedAt: null,
    runId: null,
    mayReject: false,
    mayWithdraw: false,
    items: [{ mayApprove: false, conflict: false, decision: null }],
  });
  for (const query of ['state=OPEN', 'for=review', 'for=review&state=EXPIRED'])
    expect(await listed(query)).toEqual([]);
  expect(await listed('state=EXPIRED')).toEqual(['first']);

  const refusals = [
    await decide(editor, first.id, 'approve'),
    await decide(editor, first.id, 'approve', { overwrite: true, only: [first.items[0].id] }),
    await decide(editor, first.id, 'reject'),
    await decide(reader, first.id, 'withdraw'),
  ];
  for (const { json, status } of refusals)
    expect([status, json.problems[0].kind, json.problems[0].data]).toEqual([
      409,
      'PROPOSAL_DECIDED',
      { state: 'EXPIRED' },
    ]);
  expect(await clientOf(server).values(ORDERS)).toEqual({});
  expect((await decide(editor, first.id, 'comments', { text: 'Too late.' })).json.comments).toHaveLength(1);
  expect((await reader.request('GET', `${ROUTE}/${first.id}`)).json.state).toBe('EXPIRED');

  // It counts no longer, and the same content is another proposal.
  const again = await propose('first');
  expect([again.status, again.json.state, again.json.id === first.id], again.text).toEqual([
    201,
    'OPEN',
    false,
  ]);
  expect((await decide(editor, again.json.id, 'approve')).json.state).toBe('APPROVED');
  clock.now += 3 * HOUR;
  expect((await reader.request('GET', `${ROUTE}/${again.json.id}`)).json.state).toBe('APPROVED');
});

it('a proposal expires at the time that it names', async () => {
  for (const expiresAt of [clock.now, clock.now - 1]) {
    const past = await propose('third', { expiresAt });
    expect([past.status, past.json.problems[0].field]).toEqual([400, 'expiresAt']);
  }
  const { json, text } = await propose('third', { expiresAt: clock.now + 5 });
  expect(json.state, text).toBe('OPEN');
  clock.now += 4;
  expect((await reader.request('GET', `${ROUTE}/${json.id}`)).json.state).toBe('OPEN');
  clock.now += 1;
  expect((await reader.request('GET', `${ROUTE}/${json.id}`)).json.state).toBe('EXPIRED');
});
