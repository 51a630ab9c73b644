/**
 * Measures followers of the change feed on an empty catalog:
 *
 *   node bench/changes.ts [--writes 200] [--seconds 10] [--followers 0,1,10,100] [--users 1] [--idle 1000] [--store postgres://...]
 *
 * Writes are sent on schedule, one aspect each. Followers read streams of Server-Sent Events in a separate process, with the root
 * token or, with `--users`, the tokens of this many users in turn. The time to receipt is from the time of the commit, taken before
 * it goes to the disk, to the arrival of the event. With a database of PostgreSQL, one server handles the writes and another one the
 * followers.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnServer, type SpawnedServer } from '../test/support/spawn-server.ts';
import { latenciesOf, round } from './measurements/statistics.ts';
import type { Streams, StreamsRead } from './read-streams.ts';
import { memoryMiB, processorTimes } from './scale/processor-time.ts';

const { values: options } = parseArgs({
  options: {
    writes: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    followers: { type: 'string', default: '0,1,10,100' },
    users: { type: 'string', default: '0' },
    idle: { type: 'string', default: '1000' },
    store: { type: 'string' },
  },
});
const PER_SECOND = Number(options.writes);
const SECONDS = Number(options.seconds);
const IDLE = Number(options.idle);
const READER = join(import.meta.dirname, 'read-streams.ts');

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
/** The server with the followers. */
const followed = options.store === undefined ? server : await start();
const tokens = await tokensOf(Number(options.users));

/** Creates users who may read everything; resolves with their tokens, or with the root token if `users` is 0. */
async function tokensOf(users: number): Promise<readonly string[]> {
  if (users === 0) return [followed.token];
  const names = Array.from({ length: users }, (_, i) => `reader${i}`);
  return Promise.all(
    names.map(async (name) => {
      const urn = `urn:li:corpuser:${name}`;
      const corpUserInfo = { value: { active: true, displayName: name } };
      const roleMembership = { value: { roles: ['urn:li:dataHubRole:Reader'] } };
      await server.send('POST', '/openapi/v3/entity/corpuser?async=false', [
        { urn, corpUserInfo, roleMembership },
      ]);
      const asked = { name: 'bench', actorUrn: urn, durationMs: null };
      const { body } = await server.send('POST', '/api/colophon/v1/tokens', asked);
      if (typeof body === 'object' && body !== null && 'token' in body) return String(body.token);
      throw new Error(`no token for ${urn}: ${JSON.stringify(body)}`);
    }),
  );
}

/** Starts a process with followers, the last `unread` of which read nothing. */
async function follow(query: string, count: number, unread: number): Promise<ChildProcess> {
  const streams: Streams = {
    port: Number(new URL(followed.url).port),
    path: `/api/colophon/v1/changes?${query}`,
    unread,
    tokens: Array.from({ length: count }, (_, i) => tokens[i % tokens.length] ?? ''),
  };
  const reader = fork(READER, [JSON.stringify(streams)]);
  await once(reader, 'message');
  return reader;
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

/** Writes beside followers, and prints their cost and the times to receipt. */
async function measure(name: string, followers: number, filter: string, unread = 0): Promise<void> {
  const watched = { server: [server.process], followed: [followed.process] };
  const empty = memoryMiB(watched);
  const reader = await follow(filter, followers, unread);
  await sleep(1_000);
  const all = { ...watched, reader: [reader] };
  const [held, before] = [memoryMiB(watched), processorTimes(all)];
  const answers = latenciesOf(await write(name));
  await sleep(500);
  const after = processorTimes(all);
  const cpu = (of: keyof typeof all): number =>
    round((((after[of] ?? 0) - (before[of] ?? 0)) * 1000) / SECONDS);
  reader.send('end');
  const { delays } = await new Promise<StreamsRead>((resolve) => reader.once('message', resolve));
  await sleep(500);
  console.log(name, {
    followers,
    eventsPerSecond: round(delays.length / SECONDS),
    receipt: delays.length > 0 ? latenciesOf(delays) : undefined,
    writes: answers,
    cpuMsPerSecond: { server: cpu('server'), followed: cpu('followed'), reader: cpu('reader') },
    memoryOfFollowersMiB: (held['followed'] ?? 0) - (empty['followed'] ?? 0),
  });
}

try {
  await write('warm-up');
  for (const followers of options.followers.split(',').map(Number))
    await measure(`${followers} followers`, followers, 'entityType=dataset');
  await measure('10 followers and one that reads nothing', 11, 'entityType=dataset', 1);
  await measure('no idle followers', 0, 'entityType=tag');
  await measure(`${IDLE} idle followers`, IDLE, 'entityType=tag');
  await measure('no idle followers again', 0, 'entityType=tag');
} finally {
  await server.end('SIGKILL');
  await followed.end('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
