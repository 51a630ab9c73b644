import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const PATH = '/api/colophon/v1/webhooks';
const HOUR = 3_600_000;
/** The fixed clock of the server. HTTP dates have whole seconds. */
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

let server: TestServer;
const receiver = new WebhookReceiver();
beforeAll(async () => {
  await receiver.listen();
  server = await startServer({
    options: {
      'secrets.key': 'of this test',
      'webhooks.allowedNetworks': '127.0.0.1',
      'webhooks.retryDelays': '1m,1h',
    },
    environment: { now: () => NOW },
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
});
afterEach(() => {
  receiver.received.length = 0;
});

it.each([
  ['seconds', 503, '600', 600_000],
  ['a date', 429, new Date(NOW + 600_000).toUTCString(), 600_000],
  ['less than the next delay', 503, '5', 60_000],
  ['more than the longest delay', 503, '86400', HOUR],
  ['no time', 503, 'soon', 60_000],
  ['a time with another status', 500, '600', 60_000],
])('retries a message if the receiver requests %s', async (_what, status, retryAfter, delay) => {
  receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end('busy');
  const members = { name: 'test', url: receiver.url, entityTypes: ['dataset'] };
  const created = await server.request('POST', PATH, members);
  expect(created.status, created.text).toBe(201);
  await clientOf(server).dataset('orders', { name: `${status} ${retryAfter}` });
  const get = async () => (await server.request('GET', `${PATH}/${created.json.id}`)).json;
  await until('the message has failed', async () => (await get()).status === 'retrying');
  expect((await get()).pending).toMatchObject({ failedTries: 1, nextTryAt: NOW + delay });
  expect((await server.request('DELETE', `${PATH}/${created.json.id}`)).status).toBeLessThan(300);
});
