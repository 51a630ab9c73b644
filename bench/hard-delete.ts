import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startColophon, stopColophon } from './colophon-server.ts';
import type { HttpClient } from './http-client.ts';
import { loadColophon } from './load-colophon.ts';
import { commitOfTree, describeMachine, residentMiB } from './machine.ts';
import { RunScope } from './run-scope.ts';
import { quantile, round } from './statistics.ts';
import { DEFINITIONS, entity } from './workload.mjs';

/**
 * Deletes a property that every entity of the workload holds, and asks and writes meanwhile:
 * `node bench/hard-delete.ts [ENTITIES]`. Writes a results file beside the others.
 */
const ENTITIES = Number(process.argv[2] ?? 100_000);
const DELETED = DEFINITIONS[0]?.urn ?? '';
/** How long reads and writes are measured before the deletion. */
const QUIET_MS = 10_000;

interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Asks, or writes, one request after another until told to stop. */
async function measure(once: (n: number) => Promise<unknown>, isOver: () => boolean): Promise<Latencies> {
  const times: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const started = performance.now();
    await once(n);
    times.push(performance.now() - started);
    await wait(2);
  }
  return {
    count: times.length,
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    maxMs: round(Math.max(...times)),
  };
}

async function removal(client: HttpClient): Promise<{ state: string; found: number; patched: number }> {
  const text = await client.post(
    '/api/graphql',
    JSON.stringify({ query: '{ propertyValueRemovals { state found patched } }' }),
  );
  // The query selects exactly this; the latest removal is the first.
  const { data } = JSON.parse(text) as {
    data: { propertyValueRemovals: { state: string; found: number; patched: number }[] };
  };
  return data.propertyValueRemovals[0] ?? { state: 'WAITING', found: 0, patched: 0 };
}

using scope = new RunScope();
const machine = await describeMachine();
const server = await startColophon(scope, scope.subfolder('data'));
using client = server.connect();
const { entitiesPerSecond } = await loadColophon(server, client, ENTITIES);
console.log(`${ENTITIES} entities loaded, ${entitiesPerSecond} per second`);

const read = (n: number): Promise<string> => client.post(server.path, server.body('equal', n));
const write = (n: number): Promise<string> => {
  const { urn } = entity((n * 7919) % ENTITIES);
  const touched = { urn, subTypes: { value: { typeNames: [`t${n}`] } } };
  return client.post('/openapi/v3/entity/dataset?async=false', JSON.stringify([touched]));
};
const both = async (isOver: () => boolean): Promise<{ reads: Latencies; writes: Latencies }> => {
  const [reads, writes] = await Promise.all([measure(read, isOver), measure(write, isOver)]);
  return { reads, writes };
};

const quietUntil = performance.now() + QUIET_MS;
const before = await both(() => performance.now() > quietUntil);

const started = performance.now();
await client.post(
  '/api/graphql',
  JSON.stringify({ query: `mutation { deleteStructuredProperty(input: { urn: "${DELETED}" }) }` }),
);
const deletedMs = performance.now() - started;
const progress = { state: 'WAITING', found: 0, patched: 0 };
const watching = (async () => {
  while (progress.state !== 'FINISHED') {
    Object.assign(progress, await removal(client));
    await wait(250);
  }
})();
const during = await both(() => progress.state === 'FINISHED');
await watching;
const seconds = (performance.now() - started) / 1000;

const result = {
  date: new Date().toISOString().slice(0, 10),
  commit: commitOfTree(),
  machine,
  entities: ENTITIES,
  deletionAnsweredMs: round(deletedMs),
  removed: progress.found,
  seconds: round(seconds),
  entitiesPerSecond: Math.round(progress.found / seconds),
  before,
  during,
  residentMiB: residentMiB(server.process.pid),
};
console.log(JSON.stringify(result, null, 2));
writeFileSync(
  join(import.meta.dirname, 'results', `${result.date}-hard-delete-${ENTITIES}.json`),
  `${JSON.stringify(result, null, 2)}\n`,
);
await stopColophon(server, 'SIGTERM');
