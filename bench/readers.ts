/**
 * Measures answers per second, and processor time per answer, by the number of reader threads:
 *
 *   node bench/readers.ts [--entities 100000] [--data FOLDER] [--seconds 4] [--no-write]
 *
 * FOLDER belongs to a stopped server with the loaded workload; it is copied. The load generator is this process, whose own
 * processor time is shown apart: on as many cores as here it takes what the threads would otherwise have.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startColophon, stopColophon, type ColophonServer } from './systems/colophon-server.ts';
import { takeTurn } from './systems/contender.ts';
import { commitOfTree, describeMachine, processorSeconds, residentMiB } from './measurements/machine.ts';
import { measureQuestion, variantsOf } from './measurements/measure-question.ts';
import { RunScope } from './systems/run-scope.ts';
import { startLoaded } from './measurements/start-loaded.ts';
import { quantile } from './measurements/statistics.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    entities: { type: 'string', default: '100000' },
    data: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: true },
  },
});
const QUESTIONS = ['firstPage', 'equal', 'fiveFacetsFiltered'];
const READERS = [0, 1, 2, 3];
const ROUNDS = 3;
const CLIENTS = 8;

/** Results of one question in one round. */
interface Turn {
  readonly perSecond: number;
  /** Processor time per answer, in µs. */
  readonly serverMicros: number;
  readonly clientMicros: number;
}

async function ask(server: ColophonServer, question: string): Promise<Turn> {
  const bodies = variantsOf(server, question);
  return takeTurn(server, async (client) => {
    const method = { timedRequests: 0, clients: CLIENTS };
    // Each connection stays with one thread, and each thread compiles its hot code.
    await measureQuestion(server, client, bodies, { ...method, throughputSeconds: 1 });
    const [serverBefore, clientBefore] = [processorSeconds(server.process.pid), process.cpuUsage()];
    const { answered, seconds, requests } = await measureQuestion(server, client, bodies, {
      ...method,
      throughputSeconds: Number(options.seconds),
    });
    const { user, system } = process.cpuUsage(clientBefore);
    const serverSeconds = (processorSeconds(server.process.pid) ?? NaN) - (serverBefore ?? NaN);
    return {
      perSecond: answered / seconds,
      serverMicros: (serverSeconds * 1e6) / requests,
      clientMicros: (user + system) / requests,
    };
  });
}

function median(turns: readonly Turn[]): Turn {
  const of = (read: (turn: Turn) => number): number => Math.round(quantile(turns.map(read), 0.5));
  return {
    perSecond: of((turn) => turn.perSecond),
    serverMicros: of((turn) => turn.serverMicros),
    clientMicros: of((turn) => turn.clientMicros),
  };
}

using scope = new RunScope();
const machine = await describeMachine();
const loaded = await startLoaded(scope, { entities: Number(options.entities), copyOf: options.data });
await stopColophon(loaded, 'SIGTERM');
const folder = scope.subfolder('data');

const turns = new Map<string, Turn[]>();
/** Resident memory after the questions, in MiB. */
const memory = new Map<number, number[]>();
for (let number = 0; number < ROUNDS; number++) {
  for (const readers of number % 2 === 0 ? READERS : READERS.toReversed()) {
    const server = await startColophon(scope, folder, { COLOPHON_READERS: String(readers) });
    for (const question of QUESTIONS) {
      const key = `${readers} ${question}`;
      turns.set(key, [...(turns.get(key) ?? []), await ask(server, question)]);
    }
    memory.set(readers, [...(memory.get(readers) ?? []), residentMiB(server.process.pid) ?? NaN]);
    await stopColophon(server, 'SIGTERM');
  }
}
const result = {
  date: new Date().toISOString(),
  commit: commitOfTree(),
  machine,
  entities: Number(options.entities),
  method: { rounds: ROUNDS, seconds: Number(options.seconds), clients: CLIENTS },
  readers: READERS.map((readers) => ({
    readers,
    residentMiB: Math.round(quantile(memory.get(readers) ?? [], 0.5)),
    questions: Object.fromEntries(
      QUESTIONS.map((question) => [question, median(turns.get(`${readers} ${question}`) ?? [])]),
    ),
  })),
};
for (const { readers, residentMiB, questions } of result.readers) {
  console.log(`${readers} readers, ${residentMiB} MiB after the questions`);
  console.table(questions);
}
if (options.write) {
  const file = join(import.meta.dirname, 'results', `${result.date.slice(0, 10)}-readers.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}
process.exit(0);
