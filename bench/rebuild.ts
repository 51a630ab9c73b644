import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { defineProperties, writeEntities } from './measurements/load-colophon.ts';
import { createPair } from './scale/pairs.ts';
import { startPostgres } from './scale/postgres-server.ts';
import { perRequest, processorTimes } from './scale/processor-time.ts';
import { COLOPHON, startColophon, stopColophon, type ColophonServer } from './systems/colophon-server.ts';
import { installOpenSearch, startOpenSearch } from './systems/opensearch-node.ts';
import { RunScope } from './systems/run-scope.ts';

/**
 * Measures the rebuild of the index in OpenSearch, on PostgreSQL, with several numbers of processes in turns:
 *
 *   node bench/rebuild.ts [--entities 100000] [--rounds 2] [--processes 1,2] [--beside PROGRAM]
 *
 * PROGRAM is the `colophon` of another checkout, which rebuilds with one process in each round. Prints documents a second
 * and the CPU time of each program per document, in ms. Keeps nothing.
 */
const { values: options } = parseArgs({
  options: {
    entities: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '2' },
    processes: { type: 'string', default: '1,2' },
    beside: { type: 'string' },
  },
});
const UPDATE = '/api/colophon/v1/system-update';

interface JobState {
  readonly state: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly result?: { readonly steps: readonly { readonly entities: number }[] };
}

const runs = [
  ...(options.beside === undefined ? [] : [{ program: options.beside, processes: 1 }]),
  ...options.processes.split(',').map((text) => ({ program: COLOPHON, processes: Number(text) })),
];

using scope = new RunScope();
await installOpenSearch(scope);
const postgres = await startPostgres(scope);
const { node, url } = await startOpenSearch(scope);
const pair = await createPair(
  scope,
  { postgres, opensearch: { process: node.process, url } },
  'PostgreSQL + OpenSearch',
);
{
  const server = await pair.start(0);
  using client = server.connect();
  await defineProperties(client);
  const { entitiesPerSecond } = await writeEntities(client, Number(options.entities));
  console.log(`${options.entities} entities loaded, ${entitiesPerSecond} per second`);
  await stopColophon(server, 'SIGTERM');
}
for (let round = 0; round < Number(options.rounds); round++) {
  for (const { processes, program } of runs) {
    const servers = await Promise.all(
      Array.from({ length: processes }, (_, n) =>
        startColophon(scope, pair.folder(n), pair.environment, program),
      ),
    );
    const figures = await rebuild(servers);
    console.log(`${program === COLOPHON ? 'here' : program}, ${processes} processes:`, figures);
    for (const server of servers) await stopColophon(server, 'SIGTERM');
  }
}

async function rebuild(servers: readonly ColophonServer[]): Promise<object> {
  const [first] = servers;
  if (first === undefined) throw new Error('--processes takes numbers above 0.');
  using client = first.connect();
  const ask = async (): Promise<JobState> => JSON.parse(await client.get(UPDATE)) as JobState;
  const watched = pair.watch(servers);
  const before = processorTimes(watched);
  await client.post(UPDATE, JSON.stringify({ step: 'restore-indices' }));
  let job = await ask();
  while (job.state === 'waiting' || job.state === 'running') {
    await wait(100);
    job = await ask();
  }
  const after = processorTimes(watched);
  const { finishedAt = 0, result, startedAt = 0 } = job;
  const [step] = result?.steps ?? [];
  if (step === undefined) throw new Error(`The rebuild failed: ${JSON.stringify(job)}`);
  const seconds = (finishedAt - startedAt) / 1000;
  return {
    ...step,
    seconds,
    perSecond: Math.round(step.entities / seconds),
    processorMs: perRequest(before, after, step.entities),
  };
}
