import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
  const socket = join(folder, 'turn-probe');
  const environment = { NODE_OPTIONS: `--import=${PROBE}`, TURN_PROBE: socket };
  const server = await spawnServer(folder, [], ['--readers', '0', ...flags], environment);
  return {
    ...server,
    // Rejects if the server has ended.
    usage: async () => JSON.parse(await text(connect(socket))) as Usage,
  };
}
