import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stopColophon } from './systems/colophon-server.ts';
import type { HttpClient } from './systems/http-client.ts';
import {
  commitOfTree,
  describeMachine,
  idleShare,
  processorSeconds,
  residentMiB,
} from './measurements/machine.ts';
import { RunScope } from './systems/run-scope.ts';
import { startLoaded } from './measurements/start-loaded.ts';
import { latenciesOf, round, type Latencies } from './measurements/statistics.ts';
import { DEFINITIONS, entity } from './workload.mjs';

/**
 * Plans the deletion of a property that every entity of the workload holds, then deletes it, with reads and writes
 * meanwhile: `node bench/hard-delete.ts [ENTITIES] [--data FOLDER]`. FOLDER belongs to a stopped server with the loaded
 * workload; it is copied. Writes a results file to bench/results.
 */
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' } },
});
const ENTITIES = Number(positionals[0] ?? 100_000);
const DELETED = DEFINITIONS[0]?.urn ?? '';
/** How long reads and writes are measured before the deletion. */
const QUIET_MS = 10_000;
const PLANS = 20;

let plans = 0;

interface Removal {
  readonly state: string;
  readonly found: number;
  readonly patched: number;
}

/** Sends reads or writes one after another until stopped. */
async function measure(once: (n: number) => Promise<unknown>, isOver: () => boolean): Promise<Latencies> {
  const times: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const started = performance.now();
    await once(n);
    times.push(performance.now() - started);
    await wait(2);
  }
  return latenciesOf(times);
}

/** Counts and latency of the deletion plan during writes, so that its counts must be of one sequence. */
async function plan(
  client: HttpClient,
): Promise<{ latencies: Latencies; entities: number; sequence: number }> {
  const body = JSON.stringify({ deletions: [{ urn: DELETED, hard: true }] });
  let text = '';
  const latencies = await measure(
    async () => (text = await client.post('/api/colophon/v1/plans', body)),
    () => ++plans > PLANS,
  );
  // The route answers this shape.
  const { definitions, sequence } = JSON.parse(text) as {
    readonly sequence: number;
    readonly definitions: readonly { readonly entities: number }[];
  };
  return { latencies, entities: definitions[0]?.entities ?? 0, sequence };
}

async function removal(client: HttpClient): Promise<Removal> {
  const text = await client.post(
    '/api/graphql',
    JSON.stringify({ query: '{ propertyValueRemovals { state found patched } }' }),
  );
  // The query selects this shape; the latest removal is first.
  const { data } = JSON.parse(text) as { data: { propertyValueRemovals: Removal[] } };
  return data.propertyValueRemovals[0] ?? { state: 'WAITING', found: 0, patched: 0 };
}

using scope = new RunScope();
const machine = await describeMachine();
const server = await startLoaded(scope, { entities: ENTITIES, copyOf: options.data });
using client = server.connect();

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

let isPlanned = false;
const [planned, whilePlanning] = await Promise.all([
  plan(client).finally(() => (isPlanned = true)),
  both(() => isPlanned),
]);

const ticks = processorSeconds(server.process.pid);
const started = performance.now();
await client.post(
  '/api/graphql',
  JSON.stringify({ query: `mutation { deleteStructuredProperty(input: { urn: "${DELETED}" }) }` }),
);
const deletedMs = performance.now() - started;
let progress: Removal = { state: 'WAITING', found: 0, patched: 0 };
const watching = (async () => {
  while (progress.state !== 'FINISHED') {
    progress = await removal(client);
    await wait(250);
  }
})();
const during = await both(() => progress.state === 'FINISHED');
await watching;
const seconds = (performance.now() - started) / 1000;
const ticksAfterwards = processorSeconds(server.process.pid);

const result = {
  date: new Date().toISOString().slice(0, 10),
  commit: commitOfTree(),
  machine,
  idleAfterwards: await idleShare(),
  entities: ENTITIES,
  plan: { ...planned, whilePlanning },
  deletionAnsweredMs: round(deletedMs),
  removed: progress.found,
  seconds: round(seconds),
  entitiesPerSecond: Math.round(progress.found / seconds),
  /** CPU time of the server for the removal and concurrent reads and writes; on a busy machine less than elapsed time. */
  processorSeconds:
    ticks === undefined || ticksAfterwards === undefined ? undefined : round(ticksAfterwards - ticks),
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
