import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { WebhookReceiver, verify } from '../../support/webhook-receiver.ts';

const PATH = '/api/colophon/v1/webhooks';
const DAY = 86_400_000;
/** Options of all servers here: the receiver is on this machine, and attempts follow at once. */
const OPTIONS = {
  'secrets.key': 'of this test',
  'webhooks.allowedNetworks': '127.0.0.1',
  'webhooks.retryDelays': '1ms,1ms,1ms',
  'webhooks.most': 4,
};

/** A property that only root may see. */
const HUSH = 'urn:li:structuredProperty:hush';

let clock = Date.now();
let root: TestServer;
let ann: TestServer;
let bob: TestServer;
let receiver: WebhookReceiver;
let created: string[];
let count = 0;

/** Requests that change a webhook, or make it send a message. */
const CHANGING = [
  ['POST', '/test'],
  ['POST', '/rotate'],
  ['POST', '/enable'],
  ['POST', '/disable'],
  ['POST', '/replay'],
  ['POST', '/deliveries/1/redeliver'],
  ['DELETE', ''],
] as const;

const bodyOf = (path: string): object | undefined => (path === '/replay' ? { since: 'now' } : undefined);

beforeAll(async () => {
  root = await startServer({
    options: OPTIONS,
    environment: {
      now: () => clock,
    },
  });
  await hideEverything(root);
  // Permits all users to have webhooks.
  await root.request(
    'DELETE',
    `/openapi/v3/entity/dataHubPolicy/${encodeURIComponent('urn:li:dataHubPolicy:7')}`,
  );
  [ann, bob] = [await addActor(root, 'ann'), await addActor(root, 'bob')];
  await allow('tokens', 'PLATFORM', ['GENERATE_PERSONAL_ACCESS_TOKENS'], ['ann', 'bob']);
  await seeing(['ann']);
});
afterAll(() => root.stop());
beforeEach(async () => {
  created = [];
  receiver = new WebhookReceiver();
  await receiver.listen();
});
afterEach(async () => {
  for (const id of created) await root.request('DELETE', `${PATH}/${id}`);
  await receiver.close();
});

function allow(id: string, type: 'PLATFORM' | 'METADATA', privileges: string[], users: string[]) {
  return writePolicy(root, id, { type, privileges, actors: { users: users.map(userUrn) } });
}

/** Permits only these users and root to view all datasets. */
function seeing(users: readonly string[]): Promise<void> {
  return writePolicy(root, 'viewers', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: users.map(userUrn) },
    resources: {
      filter: matching('TYPE', ['dataset']),
      privilegeConstraints: matching('URN', [HUSH], 'NOT_EQUALS'),
    },
  });
}

async function create(server: TestServer, members: object = {}) {
  const { json, status, text } = await server.request('POST', PATH, {
    name: 'test',
    url: receiver.url,
    entityTypes: ['dataset'],
    ...members,
  });
  expect(status, text).toBe(201);
  created.push(json.id);
  return json;
}

const describeAs = (text: string, urn = datasetUrn(`w${count++}`)): Promise<void> =>
  writeAspect(root, urn, 'datasetProperties', { description: text });

/** Suspends or reactivates ann. */
const setStatus = (status: 'ACTIVE' | 'SUSPENDED'): Promise<void> =>
  writeAspect(root, userUrn('ann'), 'corpUserStatus', {
    status,
    lastModified: { time: 1, actor: userUrn('datahub') },
  });

async function get(id: string, server = root) {
  return (await server.request('GET', `${PATH}/${id}`)).json;
}

async function deliveriesOf(id: string) {
  return (await root.request('GET', `${PATH}/${id}/deliveries`)).json.deliveries;
}

async function statusBecomes(id: string, status: string): Promise<void> {
  await until(`status ${status}`, async () => (await get(id)).status === status, { everyMs: 5 });
}

describe('delivery', () => {
  it('sends changes, signed as in Standard Webhooks', async () => {
    const { id, secret } = await create(ann);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await describeAs('first');
    await receiver.event('first');
    const [message] = receiver.received;
    if (message === undefined) throw new Error('no message');
    verify(message, secret);
    expect(() => verify({ ...message, text: message.text.replace('first', 'other') }, secret)).toThrow();
    expect(message.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(message.json).toMatchObject({
      type: 'catalog.changed',
      data: { webhookId: id, cursor: expect.any(String) },
    });
    expect(receiver.events[0]).toMatchObject({ kind: 'UPSERT', entityType: 'dataset' });
    await until('delivered', async () => (await get(id)).deliveredAt !== null, { everyMs: 5 });
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ messageId: message.id, attempt: 1, succeeded: true, status: 204 });
    expect(JSON.stringify([await get(id), delivery])).not.toContain('whsec_');
  });

  it('sends each event once, in order, by its filters, a commit never split', async () => {
    const only = datasetUrn('only');
    const { id } = await create(ann, { urns: [only], aspects: ['datasetProperties'], eventsPerMessage: 2 });
    const texts = Array.from({ length: 9 }, (_, i) => `text-${i}.`);
    for (const text of texts) {
      await describeAs(text, only);
      await describeAs(`no ${text}`);
    }
    await receiver.event('text-8.');
    const sent = receiver.events.map(({ after }) => after.description);
    expect(sent).toEqual(texts);
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(receiver.received.length);
    for (const { json } of receiver.received) expect(json.data.events.length).toBeLessThanOrEqual(2);
    expect((await get(id)).status).toBe('active');
  });

  it('loses nothing while the receiver is down, and keeps the id of a message', async () => {
    receiver.answer = (response) => response.writeHead(503).end('down\u001b[31m');
    const { id } = await create(ann);
    await describeAs('while down');
    await statusBecomes(id, 'stopped');
    expect((await get(id)).stop).toMatchObject({
      reason: 'failing',
      message: expect.stringContaining('4 times'),
    });
    const tries = await deliveriesOf(id);
    expect(tries.map(({ attempt }: { attempt: number }) => attempt)).toEqual([4, 3, 2, 1]);
    expect(tries[0]).toMatchObject({ succeeded: false, status: 503, error: 'down\\u001b[31m' });
    await describeAs('later');
    receiver.answer = (response) => response.writeHead(200).end('thanks');
    await root.request('POST', `${PATH}/${id}/enable`);
    await receiver.event('later');
    const ids = receiver.received.map((message) => message.id);
    expect(new Set(ids.slice(0, 5)).size).toBe(1);
    expect((await get(id)).status).toBe('active');
  });

  it('shows its position when it is enabled again', async () => {
    const { cursor, id } = await create(ann);
    await describeAs('before');
    await receiver.event('before');
    await until('the delivery is stored', async () => (await get(id)).deliveredAt !== null);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    receiver.answer = (response) => void promise.then(() => response.writeHead(200).end());
    await describeAs('slow');
    await receiver.event('slow');
    // The restart is stored after the running delivery ends.
    const { json } = await root.request('POST', `${PATH}/${id}/enable`);
    resolve(undefined);
    expect(json).toMatchObject({ status: 'active', deliveredAt: expect.any(Number) });
    expect(json.cursor).not.toBe(cursor);
  });

  it('retries by itself, while other webhooks continue', async () => {
    await receiver.close();
    const other = new WebhookReceiver();
    await other.listen();
    const { id } = await create(ann);
    await create(ann, { url: other.url });
    await describeAs('both');
    await other.event('both');
    await statusBecomes(id, 'stopped');
    expect((await deliveriesOf(id))[0]).toMatchObject({
      status: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
    await other.close();
    await receiver.listen();
    await root.request('POST', `${PATH}/${id}/enable`);
    await receiver.event('both');
  });

  it('waits for a slow receiver without delaying others', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    receiver.answer = (response) => void promise.then(() => response.writeHead(200).end());
    const other = new WebhookReceiver();
    await other.listen();
    await create(ann);
    await create(ann, { url: other.url });
    await describeAs('one');
    await receiver.messages(1);
    await describeAs('two');
    await other.event('two');
    expect(receiver.received).toHaveLength(1);
    resolve(undefined);
    await receiver.event('two');
    await other.close();
  });

  it('stops for good at 410, and follows no redirect', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const { id } = await create(ann);
    await describeAs('gone');
    await statusBecomes(id, 'stopped');
    expect((await get(id)).stop.reason).toBe('gone');
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response, { headers }) =>
      headers['webhook-id'] === receiver.received[0]?.id && receiver.received.length < 3
        ? response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
        : response.writeHead(200).end();
    await root.request('POST', `${PATH}/${id}/enable`);
    await receiver.messages(3);
    await until('a redirect that failed', async () =>
      (await deliveriesOf(id)).some(({ status }: { status: number }) => status === 307),
    );
    expect(receiver.received.every(({ headers }) => headers['host'] === `127.0.0.1:${receiver.port}`)).toBe(
      true,
    );
  });

  it('reads only the kept part of a response', async () => {
    receiver.answer = (response) => {
      response.writeHead(500);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const { id } = await create(ann);
    const { json } = await root.request('POST', `${PATH}/${id}/test`);
    expect(json).toMatchObject({ kind: 'test', succeeded: false, status: 500 });
    expect(json.error).toBe('x'.repeat(300));
  });
});

describe('rights', () => {
  afterEach(async () => {
    await setStatus('ACTIVE');
    await seeing(['ann']);
    await allow('tokens', 'PLATFORM', ['GENERATE_PERSONAL_ACCESS_TOKENS'], ['ann', 'bob']);
  });

  it('sends only what the owner may see, and nothing after the right ends', async () => {
    await seeing(['ann', 'bob']);
    const { id } = await create(bob);
    await describeAs('seen by bob');
    await receiver.event('seen by bob');
    await seeing(['ann']);
    await describeAs('hidden from bob');
    await statusBecomes(id, 'stopped');
    expect((await get(id)).stop).toMatchObject({ reason: 'owner' });
    expect(JSON.stringify(receiver.received)).not.toContain('hidden from bob');
  });

  it('hides values of properties as the change feed does', async () => {
    await writeAspect(root, HUSH, 'propertyDefinition', {
      qualifiedName: 'hush',
      valueType: 'urn:li:dataType:datahub.string',
      cardinality: 'SINGLE',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    });
    await create(ann);
    const urn = datasetUrn('hushed');
    await writeAspect(root, urn, 'structuredProperties', {
      properties: [{ propertyUrn: HUSH, values: [{ string: 'secret value' }] }],
    });
    await describeAs('sent', urn);
    await receiver.event('sent');
    expect(JSON.stringify(receiver.received)).not.toContain('secret value');
  });

  it('stops when the owner is suspended, or loses the privilege', async () => {
    const { id } = await create(ann);
    await allow('tokens', 'PLATFORM', ['GENERATE_PERSONAL_ACCESS_TOKENS'], ['bob']);
    await describeAs('not for ann');
    await statusBecomes(id, 'stopped');
    expect((await get(id)).stop.message).toContain('GENERATE_PERSONAL_ACCESS_TOKENS');
    await allow('tokens', 'PLATFORM', ['GENERATE_PERSONAL_ACCESS_TOKENS'], ['ann', 'bob']);
    await setStatus('SUSPENDED');
    await root.request('POST', `${PATH}/${id}/enable`);
    await statusBecomes(id, 'stopped');
    expect((await get(id)).stop).toMatchObject({
      reason: 'owner',
      message: `${userUrn('ann')} is suspended.`,
    });
    expect(receiver.received).toEqual([]);
    await setStatus('ACTIVE');
    await root.request('POST', `${PATH}/${id}/enable`);
    await receiver.event('not for ann');
  });

  it('needs the privilege, and an unrestricted token', async () => {
    await allow('tokens', 'PLATFORM', ['GENERATE_PERSONAL_ACCESS_TOKENS'], ['ann']);
    const body = { name: 'x', url: receiver.url };
    expect((await bob.request('POST', PATH, body)).status).toBe(403);
    const narrow = await withToken(root, userUrn('ann'), { entityTypes: ['dataset'] });
    expect((await narrow.request('POST', PATH, body)).status).toBe(403);
    const { id } = await create(ann);
    const reading = await withToken(root, userUrn('ann'), { readOnly: true });
    expect((await reading.request('GET', `${PATH}/${id}`)).status).toBe(200);
    for (const [method, path] of CHANGING) {
      const answer = await reading.request(method, `${PATH}/${id}${path}`, bodyOf(path));
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
    expect((await get(id)).status).toBe('active');
  });

  it('cannot be seen, tested, rotated or replayed by others', async () => {
    const { id } = await create(ann);
    for (const [method, path] of [...CHANGING, ['GET', ''], ['GET', '/deliveries']] as const) {
      const { status, text } = await bob.request(method, `${PATH}/${id}${path}`, bodyOf(path));
      expect({ method, path, status }).toEqual({ method, path, status: 403 });
      expect(text).not.toContain(receiver.url);
    }
    expect((await bob.request('GET', PATH)).json).toEqual({ webhooks: [] });
    expect((await ann.request('GET', PATH)).json.webhooks).toHaveLength(1);
    expect((await root.request('GET', PATH)).json.webhooks).toMatchObject([{ id, ownerUrn: userUrn('ann') }]);
    expect(receiver.received).toEqual([]);
  });

  it('is audited with its tests and redeliveries, accepted or not', async () => {
    const { id } = await create(ann);
    await describeAs('audited');
    await receiver.event('audited');
    await until('the delivery is recorded', async () => (await deliveriesOf(id)).length > 0);
    const [{ id: number }] = await deliveriesOf(id);
    receiver.answer = (response) => response.writeHead(500).end();
    const routes = ['test', `deliveries/${number}/redeliver`];
    for (const route of routes)
      expect((await ann.request('POST', `${PATH}/${id}/${route}`)).status).toBe(200);
    expect((await bob.request('POST', `${PATH}/${id}/test`)).status).toBe(403);
    const fields = 'events { kind actorUrn changeType request { operation } }';
    const input = `{ entityUrn: "urn:li:dataHubAction:${id}", kinds: [WEBHOOK_MESSAGE] }`;
    const events = async () =>
      (await root.graphql(`{ auditEvents(input: ${input}) { ${fields} } }`)).data.auditEvents.events;
    await until('both are audited', async () => (await events()).length === routes.length);
    const own = { kind: 'WEBHOOK_MESSAGE', actorUrn: userUrn('ann'), changeType: 'READ' };
    const by = (route: string) => ({ ...own, request: { operation: `POST ${PATH}/:id/${route}` } });
    expect(await events()).toEqual([by('deliveries/:delivery/redeliver'), by('test')]);
  });

  it('has a secret and a URL that no other interface shows', async () => {
    const { id, secret } = await create(root, { entityTypes: [] });
    const urn = encodeURIComponent(`urn:li:dataHubAction:${id}`);
    const path = `/openapi/v3/entity/dataHubAction/${urn}`;
    const answers = [
      await root.request('GET', path),
      await root.request('GET', `${path}/webhookInfo`),
      await root.request('GET', `/openapi/v2/entity/dataHubAction/${urn}`),
      await root.request('GET', `/api/colophon/v1/changes?since=oldest&limit=1000&entityType=dataHubAction`),
      await root.request('GET', `/api/colophon/v1/entities/${urn}?asOf=now`),
      await root.request('GET', `/api/colophon/v1/audit?limit=100`),
      await root.request('GET', `/aspects/${urn}?aspect=webhookInfo&version=0`),
      await root.request('GET', `${PATH}/${id}`),
    ];
    for (const { text } of answers) {
      expect(text).not.toContain('colophon:1:');
      expect(text).not.toContain(secret.slice(6));
    }
    for (const { text } of answers.slice(0, -1)) expect(text).not.toContain(receiver.url);
    const info = { value: { name: 'x' } };
    expect((await root.request('POST', `${path}/webhookInfo?createIfNotExists=false`, info)).status).toBe(
      403,
    );
    expect((await ann.request('DELETE', path)).status).toBe(403);
  });
});

describe('a webhook', () => {
  it('has two signatures while its secret is rotated', async () => {
    const { id, secret } = await create(ann);
    const { json } = await ann.request('POST', `${PATH}/${id}/rotate`);
    expect(json.secret).not.toBe(secret);
    const sent = async () => {
      receiver.received.length = 0;
      await ann.request('POST', `${PATH}/${id}/test`);
      const [message] = await receiver.messages(1);
      if (message === undefined) throw new Error('no message');
      return message;
    };
    const both = await sent();
    verify(both, json.secret);
    verify(both, secret);
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    const before = clock;
    clock += DAY + 1;
    const one = await sent();
    clock = before;
    expect(one.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(one.headers['webhook-signature']).not.toBe(both.headers['webhook-signature']);
  });

  it('sends nothing while disabled, and then continues at its position', async () => {
    const { id } = await create(ann);
    const { json } = await ann.request('POST', `${PATH}/${id}/disable`);
    expect(json.status).toBe('disabled');
    await describeAs('while disabled');
    expect((await ann.request('POST', `${PATH}/${id}/test`)).json.succeeded).toBe(true);
    expect(receiver.events).toEqual([]);
    await ann.request('POST', `${PATH}/${id}/enable`);
    await receiver.event('while disabled');
  });

  it('is replayed from a cursor, and a delivery is sent again', async () => {
    const { id } = await create(ann);
    const { cursor } = (await ann.request('GET', '/api/colophon/v1/changes')).json;
    await describeAs('once');
    await receiver.event('once');
    await until('a delivery', async () => (await deliveriesOf(id)).length === 1, { everyMs: 5 });
    const [{ id: number, messageId }] = await deliveriesOf(id);
    const again = await ann.request('POST', `${PATH}/${id}/deliveries/${number}/redeliver`);
    expect(again.json).toMatchObject({ kind: 'redelivery', messageId, succeeded: true, events: 1 });
    await ann.request('POST', `${PATH}/${id}/replay`, { since: cursor });
    const messages = await receiver.messages(3);
    expect(messages.map((message) => message.id === messageId)).toEqual([true, true, false]);
    expect(receiver.events.map(({ after }) => after.description)).toEqual(['once', 'once', 'once']);
    expect((await ann.request('POST', `${PATH}/${id}/replay`, { since: 'nowhere' })).status).toBe(400);
    expect((await ann.request('POST', `${PATH}/${id}/deliveries/999/redeliver`)).status).toBe(404);
  });

  it('stops when it is deleted', async () => {
    const { id } = await create(ann);
    expect((await ann.request('DELETE', `${PATH}/${id}`)).json).toEqual({ id, deleted: true });
    expect((await ann.request('GET', `${PATH}/${id}`)).status).toBe(404);
    await describeAs('too late');
    expect(receiver.received).toEqual([]);
  });

  it('is limited in number per owner', async () => {
    for (let i = 0; i < 4; i++) await create(bob, { entityTypes: ['tag'] });
    const { json, status } = await bob.request('POST', PATH, { name: 'x', url: receiver.url });
    expect({ status, message: json.message }).toEqual({
      status: 409,
      message: expect.stringContaining('at most 4'),
    });
  });

  it('counts what it delivers in the metrics', async () => {
    const { id } = await create(ann);
    await root.request('POST', `${PATH}/${id}/test`);
    const { text } = await root.request('GET', '/metrics');
    expect(text).toMatch(/colophon_webhook_deliveries_total\{outcome="succeeded"\} [1-9]/);
    expect(text).toContain('colophon_webhook_lag_seconds 0');
  });

  it.each([
    [{ name: '' }, 'name must be 1 to 200 characters'],
    [{ eventsPerMessage: 0 }, 'eventsPerMessage must'],
    [{ entityTypes: ['nothing'] }, 'must name an entity type'],
    [{ since: 'nowhere' }, 'must be a cursor'],
  ])('is refused with %j', async (members, message) => {
    const { json, status } = await ann.request('POST', PATH, { name: 'x', url: receiver.url, ...members });
    expect({ status, message: json.message }).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
  });
});
