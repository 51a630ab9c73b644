import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { effort, SEED } from '../support/effort.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { WebhookReceiver, verify } from '../support/webhook-receiver.ts';

/** How often the server is killed while it delivers. */
const KILLS = effort(6);
const PATH = '/api/colophon/v1';
const FLAGS = [
  '--webhooks-allowed-networks',
  '127.0.0.1',
  '--webhooks-retry-delays',
  Array.from({ length: 50 }, () => '20ms').join(),
];
/** The description written last. */
const LAST = 'the last one';

let folder: string;
let server: SpawnedServer;
let receiver: WebhookReceiver;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-hooks-'));
  receiver = new WebhookReceiver();
  await receiver.listen();
  server = await spawnServer(folder, [], FLAGS);
});
afterEach(async () => {
  await server.end('SIGKILL');
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function describeAs(name: string, description: string): Promise<void> {
  const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
  const body = [{ urn, datasetProperties: { value: { description } } }];
  const { status } = await server.send('POST', '/openapi/v3/entity/dataset?async=false', body);
  if (status >= 400) throw new Error(`${name}: ${status}`);
}

/** All events of the catalog after the cursor, as text. */
async function eventsAfter(cursor: string): Promise<readonly string[]> {
  const { body } = await server.send('GET', `${PATH}/changes?since=${cursor}&limit=5000&entityType=dataset`);
  return jsonItems(body, 'events').map((event) => JSON.stringify(event));
}

it('loses no event when the server is killed in delivery, and repeats only whole messages with their ids', async () => {
  const { body } = await server.send('POST', `${PATH}/webhooks`, {
    name: 'copy',
    url: receiver.url,
    entityTypes: ['dataset'],
    eventsPerMessage: 3,
  });
  const [secret, cursor] = [String(jsonAt(body, 'secret')), String(jsonAt(body, 'cursor'))];
  // Some messages are refused, and some are answered late, so that kills happen before and after the answer.
  const moods = fc.sample(fc.integer({ min: 0, max: 30 }), { numRuns: 5_000, seed: SEED });
  receiver.answer = (response) => {
    const mood = moods[receiver.received.length % moods.length] ?? 0;
    setTimeout(() => response.writeHead(mood > 25 ? 500 : 204).end(), mood);
  };
  const over = new AbortController();
  const writing = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      try {
        // One dataset each: the history of a single one would be trimmed, and its first events would have no values at
        // the end.
        await describeAs(`d${i}`, `text ${i}`);
      } catch (error) {
        // fetch: the connection was closed with the server.
        if (!(error instanceof TypeError)) throw error;
        await sleep(20);
      }
    }
  })();
  const moments = fc.sample(fc.integer({ min: 20, max: 400 }), { numRuns: KILLS, seed: SEED });
  for (const moment of moments) {
    await sleep(moment);
    await server.end('SIGKILL');
    server = await spawnServer(folder, [], FLAGS);
    // The server has delivered something: the next kill may interrupt an answer.
    await receiver.messages(receiver.received.length + 3);
  }
  over.abort();
  await writing;
  await describeAs('last', LAST);
  await receiver.event(LAST);

  const byId = new Map<string, string>();
  for (const message of receiver.received) {
    verify(message, secret);
    const events = JSON.stringify(message.json.data.events);
    expect(byId.get(message.id) ?? events).toBe(events);
    byId.set(message.id, events);
  }
  const delivered = [...byId.values()].flatMap((events) =>
    (JSON.parse(events) as readonly unknown[]).map((event) => JSON.stringify(event)),
  );
  expect(delivered).toEqual(await eventsAfter(cursor));
  expect(delivered.length).toBeGreaterThan(KILLS * 3);
});
