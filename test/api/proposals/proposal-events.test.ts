import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, writePolicy } from '../../support/test-actors.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const API = '/api/colophon/v1';
const [SEEN, HIDDEN] = ['seen', 'secretset'].map((name) => datasetUrn(`events.${name}`)) as [string, string];
const [OPEN, VEILED] = [propertyUrn('open'), propertyUrn('secretprop')];

let server: TestServer;
let nina: TestServer;
let agent: TestServer;
let receiver: WebhookReceiver;
/** Where the feed was before the proposals. */
let since: string;

/** Proposals of an agent that sees everything; nina sees one of the datasets and one of the properties. */
beforeAll(async () => {
  server = await startServer({
    options: { 'webhooks.allowedNetworks': '127.0.0.1', 'secrets.key': 'of this test' },
  });
  const client = clientOf(server);
  for (const urn of [OPEN, VEILED]) await client.define(urn.split(':').at(-1) ?? '');
  for (const name of ['seen', 'secretset']) await client.dataset(`events.${name}`);
  await writePolicy(server, 'view-entity-page-all', {
    privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_PROPERTIES'],
    actors: { allUsers: true, allGroups: false, resourceOwners: false },
    resources: {
      filter: matching('URN', [HIDDEN], 'NOT_EQUALS'),
      privilegeConstraints: matching('URN', [VEILED], 'NOT_EQUALS'),
    },
  });
  nina = await addActor(server, 'nina');
  agent = await addActor(server, 'edith', { roles: ['Admin'], token: { proposeOnly: true } });
  receiver = new WebhookReceiver();
  await receiver.listen();
  since = (await server.request('GET', `${API}/changes?since=now`)).json.cursor;
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
});

/** Proposes values of both properties of these datasets; the id of the proposal. */
async function proposed(urns: readonly string[], text: string): Promise<string> {
  const { json, text: answer } = await agent.request('POST', `${API}/proposals`, {
    title: `Values ${text}`,
    edit: {
      urns,
      changes: [OPEN, VEILED].map((property) => ({
        field: property,
        action: 'set',
        values: [`${text} of ${property === OPEN ? 'open' : 'secret'}`],
      })),
    },
  });
  expect(json.id, answer).toBeTruthy();
  return json.id;
}

it('events of proposals show nothing that is hidden from their reader', async () => {
  const hook = await nina.request('POST', `${API}/webhooks`, { name: 'all', url: receiver.url });
  expect(hook.status, hook.text).toBe(201);
  const both = await proposed([SEEN, HIDDEN], 'first');
  const hiddenOnly = await proposed([HIDDEN], 'second');
  await agent.request('POST', `${API}/proposals/${both}/comments`, { text: 'as agreed' });
  await server.request('POST', `${API}/proposals/${both}/approve`, {});
  await server.request('POST', `${API}/proposals/${hiddenOnly}/reject`, {});
  await server.request('POST', '/openapi/v3/entity/tag?async=false', [
    { urn: 'urn:li:tag:end', tagProperties: { value: { name: 'end' } } },
  ]);

  await receiver.event('urn:li:tag:end');
  const feed = await nina.request('GET', `${API}/changes?since=${since}&limit=1000`);
  const messages = receiver.received.map(({ text }) => text).join('\n');
  for (const text of [feed.text, messages]) {
    expect(text).toContain('urn:li:tag:end');
    expect(text).toContain('first of open');
    expect(text).not.toMatch(/secret/);
    expect(text).not.toContain(hiddenOnly);
    expect(text).not.toContain('second');
  }
});
