/**
 * Measures how fast webhooks deliver what was written before, on an empty catalog:
 *
 *   node bench/webhooks.ts [--events 2000] [--receivers 1,10,100] [--slow 1]
 *
 * Each receiver is a path of one server in this process and accepts at once. Each size is measured without and with so many other
 * receivers that answer after 14 s.
 */
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnServer } from '../test/support/spawn-server.ts';
import { round } from './measurements/statistics.ts';
import { processorTimes } from './scale/processor-time.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    receivers: { type: 'string', default: '1,10,100' },
    slow: { type: 'string', default: '1' },
  },
});
const EVENTS = Number(options.events);
const SLOW_MS = 14_000;
const PATH = '/api/colophon/v1/webhooks';

const messages = new Map<string, number>();
let events = 0;
const receiver = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    messages.set(path, (messages.get(path) ?? 0) + 1);
    if (!path.startsWith('/slow')) events += text.split('"sequence":').length - 1;
    setTimeout(() => response.writeHead(204).end(), path.startsWith('/slow') ? SLOW_MS : 0);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const address = receiver.address();
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const folder = mkdtempSync(join(tmpdir(), 'colophon-webhooks-'));
const flags = ['--readers', '0', '--webhooks-allowed-networks', '127.0.0.1', '--webhooks-most', '1000'];
const server = await spawnServer(folder, [], flags);

async function send(method: string, path: string, body?: object): Promise<string> {
  const answer = await server.send(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  const { body: json } = answer;
  return typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
}

/** Creates webhooks that have nothing to deliver. */
async function create(name: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const url = `${base}/${name}${i}`;
    ids.push(await send('POST', PATH, { name, url, aspects: ['datasetProperties'] }));
  }
  return ids;
}

/** Lets webhooks deliver all events, beside others whose receivers are slow. */
async function measure(count: number, slow: number): Promise<void> {
  const [others, ids] = [await create('slow', slow), await create('fast', count)];
  for (const id of others) await send('POST', `${PATH}/${id}/replay`, { since: 'oldest' });
  if (slow > 0) await sleep(500);
  messages.clear();
  events = 0;
  const watched = { server: [server.process] };
  const before = processorTimes(watched);
  const began = performance.now();
  for (const id of ids) await send('POST', `${PATH}/${id}/replay`, { since: 'oldest' });
  while (events < EVENTS * count) await sleep(5);
  const seconds = (performance.now() - began) / 1_000;
  const cpu = (processorTimes(watched)['server'] ?? 0) - (before['server'] ?? 0);
  console.log(`${count} receivers beside ${slow} slow ones`, {
    seconds: round(seconds),
    eventsPerSecond: round(events / seconds),
    messagesPerSecond: round([...messages.values()].reduce((sum, n) => sum + n, 0) / seconds),
    cpuUsPerEvent: round((cpu * 1e6) / events),
  });
  for (const id of [...ids, ...others]) await send('DELETE', `${PATH}/${id}`);
}

try {
  for (let n = 0; n < EVENTS; n += 10) {
    const batch = Array.from({ length: 10 }, (_, i) => ({
      urn: `urn:li:dataset:(urn:li:dataPlatform:hive,t${n + i},PROD)`,
      datasetProperties: { value: { name: `name ${n + i}`, customProperties: {} } },
    }));
    await send('POST', '/openapi/v3/entity/dataset?async=false', batch);
  }
  for (const count of options.receivers.split(',').map(Number)) {
    for (const slow of [0, Number(options.slow)]) await measure(count, slow);
  }
} finally {
  await server.end('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
