import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { writeAspect } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const PATH = '/api/colophon/v1/webhooks';

let server: TestServer;
let receiver: WebhookReceiver;
let created: string[];
let count = 0;
/** Addresses that the resolver returns for every name. */
let addresses: string[] = [];

beforeAll(async () => {
  server = await startServer({
    options: {
      'secrets.key': 'of this test',
      'webhooks.allowedNetworks': '127.0.0.1',
      'webhooks.retryDelays': '1ms',
    },
    environment: {
      lookup: (_hostname, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  created = [];
  receiver = new WebhookReceiver();
  await receiver.listen();
});
afterEach(async () => {
  for (const id of created) await server.request('DELETE', `${PATH}/${id}`);
  await receiver.close();
});

async function create(members: object) {
  const { json } = await server.request('POST', PATH, { name: 'test', entityTypes: ['dataset'], ...members });
  created.push(json.id);
  return json;
}

const describeAs = (text: string): Promise<void> =>
  writeAspect(server, datasetUrn(`a${count++}`), 'datasetProperties', { description: text });

async function deliveriesOf(id: string) {
  return (await server.request('GET', `${PATH}/${id}/deliveries`)).json.deliveries;
}

const statusBecomes = (id: string, status: string): Promise<void> =>
  until(
    `status ${status}`,
    async () => (await server.request('GET', `${PATH}/${id}`)).json.status === status,
    {
      everyMs: 5,
    },
  );

describe('addresses', () => {
  it.each([
    'http://10.1.2.3/',
    'http://[::1]:9000/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://0x7f000002/',
    'http://2130706434/',
    'ftp://example.com/',
    'https://user:password@example.com/',
    'no address',
  ])('refuses %s', async (url) => {
    const { json, status } = await server.request('POST', PATH, { name: 'x', url });
    expect(status).toBe(400);
    expect(json.message).toMatch(/url must|not on the public internet/);
  });

  it.each([
    ['a private address', ['10.0.0.7']],
    ['one of several', ['93.184.216.34', '192.168.0.1']],
    ['loopback of IPv6', ['::1']],
    ['IPv4 in IPv6', ['::ffff:10.0.0.1']],
  ])('refuses a name that resolves to %s', async (_what, resolved) => {
    addresses = resolved;
    const { id } = await create({ url: `http://rebound.example:${receiver.port}/` });
    const { json } = await server.request('POST', `${PATH}/${id}/test`);
    expect(json).toMatchObject({ succeeded: false, status: null });
    expect(json.error).toContain('is not on the public internet');
  });

  it('refuses a name whose address changes between two messages', async () => {
    addresses = ['127.0.0.1'];
    const { id } = await create({ url: `http://rebound.example:${receiver.port}/` });
    await describeAs('before');
    await receiver.event('before');
    addresses = ['127.0.0.2'];
    await describeAs('after');
    await statusBecomes(id, 'stopped');
    expect(receiver.received).toHaveLength(1);
    const { error } = (await deliveriesOf(id))[0];
    expect(error).toContain('rebound.example is not on the public internet');
    // The owner may not know which addresses this network has.
    expect(error).not.toContain('127.0.0.2');
  });
});
