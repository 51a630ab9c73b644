import { takeTurn } from '../systems/contender.ts';
import { startColophon, stopColophon, type ColophonServer } from '../systems/colophon-server.ts';
import { residentMiB } from './machine.ts';
import type { StartTimes } from './result.ts';
import type { RunScope } from '../systems/run-scope.ts';
import { quantile } from './statistics.ts';

/** A started server and its start times. */
export interface Started {
  readonly server: ColophonServer;
  readonly times: StartTimes;
}

/** Starts a server on a folder and requests one facet. */
export async function startAndAsk(scope: RunScope, folder: string): Promise<Started> {
  const began = performance.now();
  const server = await startColophon(scope, folder);
  const firstAnswerMs = await takeTurn(server, async (client) => {
    await client.post(server.path, server.body('facetFewValues', 0));
    return performance.now() - began;
  });
  const resident = residentMiB(server.process.pid);
  return {
    server,
    times: {
      readyMs: server.readyMs,
      firstAnswerMs,
      ...(resident === undefined ? {} : { residentMiB: resident }),
    },
  };
}

/** Medians of starts on new, empty folders. */
export async function measureEmptyStarts(scope: RunScope, count: number): Promise<StartTimes> {
  const times: StartTimes[] = [];
  for (let n = 0; n < count; n++) {
    const started = await startAndAsk(scope, scope.subfolder(`empty-${n}`));
    times.push(started.times);
    await stopColophon(started.server, 'SIGTERM');
  }
  return medians(times);
}

/** Stops a server with a signal and restarts it, several times; returns medians and the running server. */
export async function measureRestarts(
  scope: RunScope,
  {
    server,
    folder,
    signal,
    count,
  }: { server: ColophonServer; folder: string; signal: 'SIGTERM' | 'SIGKILL'; count: number },
): Promise<Started> {
  const times: StartTimes[] = [];
  let running = server;
  for (let n = 0; n < count; n++) {
    await stopColophon(running, signal);
    const started = await startAndAsk(scope, folder);
    times.push(started.times);
    running = started.server;
  }
  return { server: running, times: medians(times) };
}

function medians(times: readonly StartTimes[]): StartTimes {
  const median = (of: (one: StartTimes) => number): number => Math.round(quantile(times.map(of), 0.5));
  const resident = median(({ residentMiB: size = NaN }) => size);
  return {
    readyMs: median(({ readyMs }) => readyMs),
    firstAnswerMs: median(({ firstAnswerMs }) => firstAnswerMs),
    ...(Number.isNaN(resident) ? {} : { residentMiB: resident }),
  };
}
