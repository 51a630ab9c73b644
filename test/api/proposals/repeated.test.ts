import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const ORDERS = datasetUrn('shop.orders');
const TERM = 'urn:li:glossaryTerm:person';

const clock = { now: Date.UTC(2026, 0, 1) };
let server: TestServer;
let reader: TestServer;
/** A propose-only token of an editor. */
let agent: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: { now: () => clock.now } });
  await clientOf(server).define('team');
  await clientOf(server).dataset('shop.orders');
  await writeAspect(server, TERM, 'glossaryTermInfo', { name: 't', definition: '', termSource: 'INTERNAL' });
  reader = await addActor(server, 'paula', { roles: ['Reader'] });
  await addActor(server, 'edith', { roles: ['Editor'] });
  agent = await withToken(server, userUrn('edith'), { proposeOnly: true });
});
afterAll(() => server.stop());

function propose(words: object, headers = {}): Promise<Answer> {
  const changes = [
    { field: propertyUrn('team'), action: 'set', values: ['red'] },
    { field: 'owners', action: 'add', values: [userUrn('edith')] },
    { field: 'terms', action: 'add', values: [TERM] },
    { field: 'deprecation', action: 'set', values: ['Use another.'] },
  ];
  return reader.request('POST', ROUTE, { edit: { urns: [ORDERS], changes }, ...words }, headers);
}

const warningsOf = ({ headers }: Answer): string =>
  decodeURIComponent(headers.get('x-colophon-warnings') ?? '');

it('the same change proposed later is the open proposal, and a warning says that its words stay', async () => {
  const first = await propose({ title: 'First', reason: 'Because.' });
  expect([first.status, warningsOf(first)], first.text).toEqual([201, '']);
  clock.now += 1000;
  const same = await propose({ title: 'First', reason: 'Because.' });
  expect([same.json.id, warningsOf(same)]).toEqual([first.json.id, '']);
  const others = [
    { title: 'Second', reason: 'Because.' },
    { title: 'First', reason: 'For another reason.' },
    { title: 'First', expiresAt: clock.now + 5 },
  ];
  for (const words of others) {
    const { json, status, ...answer } = await propose(words);
    expect([status, json.id, json.title, json.reason, json.expiresAt]).toEqual([
      201,
      first.json.id,
      'First',
      'Because.',
      first.json.expiresAt,
    ]);
    expect(warningsOf({ json, status, ...answer })).toContain(
      'has the same content, so its title, reason and expiry stay',
    );
    const strict = await propose(words, { 'x-colophon-strict': 'true' });
    expect([strict.status, strict.text]).toEqual([400, expect.stringContaining('Withdraw it first')]);
  }
  expect((await reader.request('GET', ROUTE)).json.total).toBe(1);
});

it('an agent that repeats its writes later makes one proposal', async () => {
  const writes = [
    `mutation { addOwner(input: { ownerUrn: "${userUrn('edith')}", ownerEntityType: CORP_USER, resourceUrn: "${ORDERS}" }) }`,
    `mutation { addTerm(input: { termUrn: "${TERM}", resourceUrn: "${ORDERS}" }) }`,
    `mutation { updateDeprecation(input: { urn: "${ORDERS}", deprecated: true, note: "Old." }) }`,
    `mutation { updateDescription(input: { resourceUrn: "${ORDERS}", description: "Orders." }) }`,
  ];
  for (const write of writes) {
    const held: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      const { errors } = await agent.graphql(write);
      held.push(errors[0].extensions.proposal);
      clock.now += 1000;
    }
    expect(held[0], write).toContain('urn:li:changeProposal:');
    expect(held[1], write).toBe(held[0]);
  }
});
