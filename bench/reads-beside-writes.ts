/**
 * Measures the nine queries while entities are written at a steady rate:
 *
 *   node bench/reads-beside-writes.ts [ENTITIES] [--data FOLDER] [--writes 200] [--seconds 20] [--no-write]
 *
 * FOLDER belongs to a stopped server with the loaded workload; it is copied. One client sends each query without pause, with
 * the constants of the workload. A write upserts two aspects of an existing entity and is durable and searchable when
 * answered. Writes are sent on schedule, whether or not earlier ones are answered.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOfTree, describeMachine } from './measurements/machine.ts';
import { RunScope } from './systems/run-scope.ts';
import { startLoaded } from './measurements/start-loaded.ts';
import { latenciesOf, round, type Latencies } from './measurements/statistics.ts';
import { writeSteadily } from './measurements/steady-writes.ts';
import { QUERIES } from './workload.mjs';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    data: { type: 'string' },
    writes: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    write: { type: 'boolean', default: true },
  },
});
const ENTITIES = Number(positionals[0] ?? 100_000);
const WRITES_PER_SECOND = Number(options.writes);
const SECONDS = Number(options.seconds);

using scope = new RunScope();
const machine = await describeMachine();
const server = await startLoaded(scope, { entities: ENTITIES, copyOf: options.data });
using reader = server.connect();
using writer = server.connect();

async function ask(question: string): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  for (let n = 0; performance.now() < end; n++) {
    const body = server.body(question, n);
    const started = performance.now();
    const text = await reader.post(server.path, body);
    times.push(performance.now() - started);
    if (server.isFailure(text)) throw new Error(`${question} failed: ${text.slice(0, 500)}`);
  }
  return times;
}

/** Longest event loop block since the last call. */
async function longestPauseMs(): Promise<number> {
  const text = await reader.get('/metrics');
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
  return round(Number(seconds) * 1000);
}

const questions: Record<string, Latencies & { readonly writes: Latencies; readonly longestPauseMs: number }> =
  {};
for (const question of Object.keys(QUERIES)) {
  await longestPauseMs();
  const writes = writeSteadily([writer], { perSecond: WRITES_PER_SECOND, entities: ENTITIES });
  const reads = latenciesOf(await ask(question));
  questions[question] = {
    ...reads,
    writes: latenciesOf(await writes.stop()),
    longestPauseMs: await longestPauseMs(),
  };
  console.log(question, questions[question]);
}
const result = {
  date: new Date().toISOString(),
  commit: commitOfTree(),
  machine,
  entities: ENTITIES,
  writesPerSecond: WRITES_PER_SECOND,
  secondsPerQuestion: SECONDS,
  questions,
};
if (options.write) {
  const name = `${result.date.slice(0, 10)}-reads-beside-writes-${ENTITIES}.json`;
  writeFileSync(join(import.meta.dirname, 'results', name), `${JSON.stringify(result, undefined, 2)}\n`);
}
process.exit(0);
