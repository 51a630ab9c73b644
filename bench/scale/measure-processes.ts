import type { ColophonServer } from '../systems/colophon-server.ts';
import type { HttpClient } from '../systems/http-client.ts';
import { variantsOf } from '../measurements/measure-question.ts';
import { writeOne } from '../measurements/steady-writes.ts';
import { QUERIES } from '../workload.mjs';
import { measureLag, type Lag } from './measure-lag.ts';
import type { Pair } from './pairs.ts';
import { memoryMiB, perRequest, processorTimes, type Times } from './processor-time.ts';

/** Requests of one kind over all processes. */
export interface Flow {
  readonly perSecond: number;
  /** CPU time per request, ms, by program, summed over all processes. */
  readonly processorMs: Times;
}

/** Figures of one number of processes. */
export interface ScaleProcesses {
  readonly count: number;
  /** The nine queries in turn, 8 clients. */
  readonly reads: Flow;
  /** Upserts of two aspects of one entity, 16 clients. */
  readonly writes: Flow;
  readonly lag: Lag;
  readonly memoryMiB: Times;
}

/** How the processes are measured. */
export interface ProcessesOptions {
  readonly entities: number;
  readonly seconds: number;
  readonly lagSeconds: number;
}

const READERS = 8;
const WRITERS = 16;
const STEADY_WRITES = 20;

/** Measures the running processes; each client stays with one of them. */
export async function measureProcesses(
  pair: Pair,
  servers: readonly ColophonServer[],
  { entities, lagSeconds, seconds }: ProcessesOptions,
): Promise<ScaleProcesses> {
  const watched = pair.watch(servers);
  const clients = servers.map((server) => server.connect());
  const flow = async (
    count: number,
    send: (client: HttpClient, n: number) => Promise<void>,
  ): Promise<Flow> => {
    const before = processorTimes(watched);
    const { done, elapsed } = await sendFor(seconds, count, clients, send);
    return {
      perSecond: Math.round(done / elapsed),
      processorMs: perRequest(before, processorTimes(watched), done),
    };
  };
  const ask = questioner(servers);
  await sendFor(1, READERS, clients, ask);
  const reads = await flow(READERS, ask);
  const lag = await measureLag(clients, { entities, writesPerSecond: STEADY_WRITES, seconds: lagSeconds });
  const writes = await flow(WRITERS, (client, n) => writeOne(client, n, entities));
  for (const client of clients) client[Symbol.dispose]();
  return { count: servers.length, reads, writes, lag, memoryMiB: memoryMiB(watched) };
}

/** Sends the nine queries in turn, with a different variant each time. */
function questioner([server]: readonly ColophonServer[]): (client: HttpClient, n: number) => Promise<void> {
  if (server === undefined) throw new Error('No process runs.');
  const bodies = Object.keys(QUERIES).map((question) => variantsOf(server, question));
  return async (client, n) => {
    const variants = bodies[n % bodies.length] ?? [];
    const text = await client.post(
      server.path,
      variants[Math.floor(n / bodies.length) % variants.length] ?? '',
    );
    if (server.isFailure(text)) throw new Error(`A query failed: ${text.slice(0, 500)}`);
  };
}

/** Runs concurrent clients at full speed; returns the number of requests and the elapsed time, s. */
async function sendFor(
  seconds: number,
  count: number,
  clients: readonly HttpClient[],
  send: (client: HttpClient, n: number) => Promise<void>,
): Promise<{ readonly done: number; readonly elapsed: number }> {
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const sendInTurn = async (place: number): Promise<void> => {
    const client = clients[place % clients.length];
    while (client !== undefined && performance.now() < end) await send(client, next++);
  };
  await Promise.all(Array.from({ length: count }, (_, place) => sendInTurn(place)));
  return { done: next, elapsed: (performance.now() - started) / 1000 };
}
