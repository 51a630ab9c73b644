import type { HttpClient } from '../systems/http-client.ts';
import { entity } from '../workload.mjs';

/** Running writes. */
export interface SteadyWrites {
  /** Stops sending; resolves after the last answer with the latencies of all writes, in ms. */
  stop(): Promise<readonly number[]>;
}

/** Rate and targets of the writes. */
export interface SteadyWritesOptions {
  readonly perSecond: number;
  /** Size of the loaded workload. */
  readonly entities: number;
}

/**
 * Upserts two aspects of entities of the workload at a fixed rate, over the clients in turn. Writes are sent on schedule,
 * whether or not earlier ones are answered.
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

/** The n-th write: two aspects of an existing entity. */
export async function writeOne(client: HttpClient | undefined, n: number, entities: number): Promise<void> {
  const { urn, name } = entity((n * 7919) % entities);
  const touched = {
    urn,
    datasetProperties: { value: { name, description: `written ${n}`, customProperties: {}, tags: [] } },
    subTypes: { value: { typeNames: [`t${n % 50}`] } },
  };
  await client?.post('/openapi/v3/entity/dataset?async=false', JSON.stringify([touched]));
}
