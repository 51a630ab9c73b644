import { cpSync, rmSync } from 'node:fs';
import { stopColophon, type ColophonServer } from '../systems/colophon-server.ts';
import type { MeasureOptions } from '../measurements/measure-question.ts';
import { bytesOnDisk, walBytes } from './bytes-on-disk.ts';
import { measureIngest } from './measure-ingest.ts';
import { measureProcesses, type ProcessesOptions, type ScaleProcesses } from './measure-processes.ts';
import { askAll, measureQuestions, type Answers } from './measure-questions.ts';
import type { Engines, Pair } from './pairs.ts';
import { memoryMiB } from './processor-time.ts';
import type { PairResult } from './scale-result.ts';

/** How a pair is measured. */
export interface PairOptions extends ProcessesOptions, MeasureOptions {
  /** Maximum number of processes, for pairs that support several. */
  readonly processes: number;
}

/** Loads a pair, measures all queries, and adds processes one by one. */
export async function measurePair(
  pair: Pair,
  engines: Engines,
  options: PairOptions,
  notify: (text: string) => void,
): Promise<{ readonly result: PairResult; readonly answers: Answers }> {
  const { entities } = options;
  notify(`${pair.name}: load ${entities} entities`);
  const server = await pair.start(0);
  using client = server.connect();
  const walBefore = await walBytes(engines.postgres);
  const ingest = await measureIngest(pair, server, client, entities);
  const walWritten = (await walBytes(engines.postgres)) - walBefore;
  const bytes = { ...(await bytesOnDisk(pair, engines)), 'write-ahead log of the load': walWritten };
  notify(`${pair.name}: queries`);
  const answers = await askAll(server, client);
  const questions = await measureQuestions(pair, server, client, options);
  const memory = memoryMiB(pair.watch([server]));
  const processes = await measureAll(pair, server, options, notify);
  return {
    answers,
    result: { pair: pair.name, ingest, questions, memoryMiB: memory, bytesOnDisk: bytes, processes },
  };
}

/** Measures the running process, then adds and measures processes one by one; stops all at the end. */
async function measureAll(
  pair: Pair,
  first: ColophonServer,
  options: PairOptions,
  notify: (text: string) => void,
): Promise<ScaleProcesses[]> {
  const most = pair.database === undefined ? 1 : options.processes;
  notify(`${pair.name}: 1 process`);
  const measured = [await measureProcesses(pair, [first], options)];
  await stopColophon(first, 'SIGTERM');
  // Copies the embedded index, because filling it is not part of this measurement.
  for (let n = 1; n < most; n++) copyFolder(pair, n);
  const servers: ColophonServer[] = most > 1 ? [await pair.start(0)] : [];
  while (servers.length > 0 && servers.length < most) {
    servers.push(await pair.start(servers.length));
    notify(`${pair.name}: ${servers.length} processes`);
    measured.push(await measureProcesses(pair, servers, options));
  }
  await Promise.all(servers.map((server) => stopColophon(server, 'SIGTERM')));
  return measured;
}

function copyFolder(pair: Pair, n: number): void {
  cpSync(pair.folder(0), pair.folder(n), { recursive: true });
  for (const own of ['server.json', 'lock.db']) rmSync(`${pair.folder(n)}/${own}`, { force: true });
}
