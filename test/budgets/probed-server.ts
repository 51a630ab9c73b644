import { once } from 'node:events';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

/** Maximum usage of a server since the last query. */
export interface Usage {
  /** Processor time of the longest turn of the event loop, in ms. */
  readonly turnMs: number;
  /** Resident memory of the process. */
  readonly memoryMiB: number;
}

/** A server with a probe in its process that measures turns and memory. */
export interface ProbedServer extends SpawnedServer {
  usage(): Promise<Usage>;
}

const PROBE = join(import.meta.dirname, 'turn-probe.mjs');

/** Starts a server on a folder; all requests are answered by its main thread, which the probe watches. */
export async function startProbed(folder: string, flags: readonly string[] = []): Promise<ProbedServer> {
  const server = await spawnServer(folder, [], ['--readers', '0', ...flags], PROBE);
  const child = server.process;
  return {
    ...server,
    usage: async () => {
      if (!child.connected) throw new Error('The server has ended.');
      const answer = once(child, 'message');
      child.send('usage');
      const [usage] = (await answer) as [Usage];
      return usage;
    },
  };
}
