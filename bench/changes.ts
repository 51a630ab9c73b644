/**
 * Measures followers of the change feed on an empty catalog:
 *
 *   node bench/changes.ts [--writes 200] [--seconds 10] [--idle 1000] [--store postgres://...]
 *
 * Writes are sent on schedule, one aspect each. Followers read streams of Server-Sent Events. The time to receipt is from the time of
 * the commit, taken before it goes to the disk, to the arrival of the event in this process, which has all followers. With a
 * database of PostgreSQL, one server takes the writes and another one has the followers.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnServer } from '../test/support/spawn-server.ts';
import type { SpawnedServer } from '../test/support/spawn-server.ts';
import { latenciesOf, round } from './measurements/statistics.ts';

const { values: options } = parseArgs({
  options: {
    writes: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    idle: { type: 'string', default: '1000' },
    store: { type: 'string' },
  },
});
const PER_SECOND = Number(options.writes);
const SECONDS = Number(options.seconds);
const IDLE = Number(options.idle);
const TICKS_PER_SECOND = 100;

const folders: string[] = [];
const start = (): Promise<SpawnedServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-changes-'));
  folders.push(folder);
  const kept = options.store === undefined ? ['--readers', '0'] : ['--store', options.store];
  return spawnServer(
    folder,
    [],
    [...kept, '--limits-held-requests', '100000', '--limits-connections', '100000'],
  );
};
const server = await start();
/** Where the followers are. */
const followed = options.store === undefined ? server : await start();
const pid = followed.process.pid ?? 0;

/** Memory in MiB, and processor time in ms. */
function usage(): { readonly memory: number; readonly cpu: number } {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { memory: Number(kib) / 1024, cpu: (ticks * 1000) / TICKS_PER_SECOND };
}

/** Follows with a filter; calls `received` with the delay of each event. `isSlow`: reads nothing. */
async function follow(
  query: string,
  received: (delay: number) => void,
  isSlow = false,
): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${followed.token}`, accept: 'text/event-stream' };
  const request = get(`${followed.url}/api/colophon/v1/changes?${query}`, { headers, agent: false });
  await new Promise<void>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      resolve();
      if (isSlow) return;
      response.setEncoding('utf8').on('data', (text: string) => {
        const at = Date.now();
        for (const [, time] of text.matchAll(/"time":(\d+)/g)) received(at - Number(time));
      });
    });
  });
  // The end of the bench cuts it off.
  request.on('error', () => undefined);
  return request;
}

/** Writes on schedule and returns the times to the answers, in ms. */
async function write(name: string): Promise<readonly number[]> {
  const times: number[] = [];
  const writes: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    await sleep(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
    const started = performance.now();
    const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,t${n % 500},PROD)`;
    const value = { name: `${name} ${n}`, customProperties: {} };
    const body = [{ urn, datasetProperties: { value } }];
    const sent = server.send('POST', '/openapi/v3/entity/dataset?async=false', body);
    writes.push(sent.then(() => void times.push(performance.now() - started)));
  }
  await Promise.all(writes);
  return times;
}

/** Writes beside followers, and prints what they cost and when they had the events. */
async function measure(name: string, followers: number, filter: string, slow = 0): Promise<void> {
  const delays: number[] = [];
  const requests: ClientRequest[] = [];
  const before = usage();
  for (let i = 0; i < followers + slow; i++) {
    requests.push(await follow(filter, (delay) => void delays.push(delay), i >= followers));
  }
  await sleep(1_000);
  const held = usage();
  const answers = latenciesOf(await write(name));
  await sleep(500);
  const after = usage();
  for (const request of requests) request.destroy();
  await sleep(500);
  console.log(name, {
    followers: followers + slow,
    eventsPerSecond: round(delays.length / SECONDS),
    receipt: delays.length > 0 ? latenciesOf(delays) : undefined,
    writes: answers,
    cpuMsPerSecond: round((after.cpu - held.cpu) / SECONDS),
    memoryOfFollowersMiB: round(held.memory - before.memory),
    memoryAfterMiB: round(after.memory),
  });
}

try {
  await write('warm-up');
  for (const followers of [0, 1, 10, 100])
    await measure(`${followers} followers`, followers, 'entityType=dataset');
  await measure('10 followers and a slow one', 10, 'entityType=dataset', 1);
  await measure('no idle followers', 0, 'entityType=tag');
  await measure(`${IDLE} idle followers`, IDLE, 'entityType=tag');
  await measure('no idle followers again', 0, 'entityType=tag');
} finally {
  await server.end('SIGKILL');
  await followed.end('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
