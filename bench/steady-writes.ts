import type { HttpClient } from './http-client.ts';
import { entity } from './workload.mjs';

/** Writes that go on until they are stopped. */
export interface SteadyWrites {
  /** Resolves with the times, in ms, of all writes that were sent, when the last of them has been answered. */
  stop(): Promise<readonly number[]>;
}

/** What is written, where, and how often. */
export interface SteadyWritesOptions {
  readonly perSecond: number;
  /** Size of the workload that is there. */
  readonly entities: number;
}

/**
 * Upserts two aspects of entities of the workload at a rate: each write is sent when its time has come, whether the ones
 * before are answered or not, to the clients in turn.
 */
export function writeSteadily(
  clients: readonly HttpClient[],
  { perSecond, entities }: SteadyWritesOptions,
): SteadyWrites {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  const began = performance.now();
  const send = async (n: number): Promise<void> => {
    const started = performance.now();
    await writeOne(clients[n % clients.length], n, entities);
    times.push(performance.now() - started);
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent < due; sent++) {
      const write = send(sent).finally(() => open.delete(write));
      open.add(write);
    }
  }, 5);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return times;
    },
  };
}

/** The n-th write: two aspects of an entity that is there. */
export async function writeOne(client: HttpClient | undefined, n: number, entities: number): Promise<void> {
  const { urn, name } = entity((n * 7919) % entities);
  const touched = {
    urn,
    datasetProperties: { value: { name, description: `written ${n}`, customProperties: {}, tags: [] } },
    subTypes: { value: { typeNames: [`t${n % 50}`] } },
  };
  await client?.post('/openapi/v3/entity/dataset?async=false', JSON.stringify([touched]));
}
