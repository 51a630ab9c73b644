import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { datasetUrn } from '../support/catalog-client.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { Computer } from '../support/run-colophon.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { writeAspect } from '../support/test-actors.ts';
import { until } from '../support/until.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const PATH = '/api/colophon/v1/webhooks';
const EVENTS = 60;

let postgres: PostgresDatabases;
let receiver: WebhookReceiver;
let servers: TestServer[];
let computer: Computer;
const OPTIONS = {
  'secrets.key': 'a key that all processes have',
  'webhooks.allowedNetworks': '127.0.0.1',
  'webhooks.retryDelays': '1ms,1ms',
};
beforeAll(async () => {
  postgres = await usePostgres();
  computer = new Computer();
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await postgres[Symbol.asyncDispose]();
});
beforeEach(async () => {
  receiver = new WebhookReceiver();
  await receiver.listen();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await receiver.close();
});

const describeAs = (server: TestServer, text: string): Promise<void> =>
  writeAspect(server, datasetUrn(text), 'datasetProperties', { description: text });

/** Waits until this many deliveries are recorded: a message arrives before that. */
const recorded = (server: TestServer, id: string, count: number): Promise<void> =>
  until(`${count} deliveries`, async () => {
    const { json } = await server.request('GET', `${PATH}/${id}/deliveries`);
    return json.deliveries.length === count;
  });

const descriptions = (): readonly string[] => receiver.events.map(({ after }) => after.description);

it('sends each event once from three processes, and continues in another one when the sending process ends', async () => {
  const options = { ...OPTIONS, store: await postgres.createDatabase() };
  const [first, second, third] = [
    await startServer({ options }),
    await startServer({ options }),
    await startServer({ options }),
  ];
  servers = [first, second, third];
  const { json } = await second.request('POST', PATH, {
    name: 'shared',
    url: receiver.url,
    entityTypes: ['dataset'],
    aspects: ['datasetProperties'],
    eventsPerMessage: 4,
  });
  const texts = Array.from({ length: EVENTS }, (_, i) => `text-${i}.`);
  await Promise.all(texts.map((text, i) => describeAs(servers[i % 3] ?? first, text)));
  await until('all events', () => receiver.events.length >= EVENTS);
  expect([...descriptions()].sort()).toEqual([...texts].sort());
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);

  // The first process to start has the lease.
  await first.stop();
  servers = [second, third];
  await describeAs(third, 'after the change.');
  await receiver.event('after the change.');
  // Every process shows deliveries, and can change a webhook that another one delivers.
  for (const server of servers) {
    await recorded(server, json.id, receiver.received.length);
    await server.request('POST', `${PATH}/${json.id}/disable`);
    const text = `while disabled by ${server.url}`;
    await describeAs(server, text);
    await server.request('POST', `${PATH}/${json.id}/enable`);
    await receiver.event(text);
  }
  expect(new Set(descriptions()).size).toBe(descriptions().length);
});

it('continues at its position after the catalog has moved to PostgreSQL', async () => {
  const folder = join(computer.home, 'moved');
  const before = await startServer({ folder, options: OPTIONS });
  servers = [before];
  const { json } = await before.request('POST', PATH, {
    name: 'moved',
    url: receiver.url,
    entityTypes: ['dataset'],
  });
  await describeAs(before, 'before.');
  await receiver.event('before.');
  await before.request('POST', `${PATH}/${json.id}/disable`);
  await describeAs(before, 'between.');
  await before.stop({ keepFolder: true });
  servers = [];
  const store = await postgres.createDatabase();
  expect(await computer.run(['migrate', '--from', `sqlite:${folder}`, '--to', store])).toMatchObject({
    code: 0,
  });
  const after = await startServer({ options: { ...OPTIONS, store } });
  servers = [after];
  await after.request('POST', `${PATH}/${json.id}/enable`);
  await receiver.event('between.');
  expect(descriptions()).toEqual(['before.', 'between.']);
  await recorded(after, json.id, 2);
});
