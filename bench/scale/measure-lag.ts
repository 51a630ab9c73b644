import { setTimeout as wait } from 'node:timers/promises';
import type { HttpClient } from '../systems/http-client.ts';
import { latenciesOf, quantile, round, type Latencies } from '../measurements/statistics.ts';
import { writeSteadily } from '../measurements/steady-writes.ts';
import { entity } from '../workload.mjs';

/** Index lag while entities are written at a steady rate. */
export interface Lag {
  readonly writesPerSecond: number;
  /** From the answer to a write until the next process (or the only one) finds it. */
  readonly asked: Latencies;
  /** Metric `colophon_index_lag_seconds` of the searching process. */
  readonly metric: { readonly p50Seconds: number; readonly p99Seconds: number };
  /** Latency of the steady writes. */
  readonly writes: Latencies;
}

/** How the lag is measured. */
export interface LagOptions {
  readonly entities: number;
  readonly writesPerSecond: number;
  readonly seconds: number;
}

/** Writes through one process and searches through the next one. */
export async function measureLag(
  clients: readonly HttpClient[],
  { entities, seconds, writesPerSecond }: LagOptions,
): Promise<Lag> {
  const writes = writeSteadily(clients, { perSecond: writesPerSecond, entities });
  const end = performance.now() + seconds * 1000;
  const asked: number[] = [];
  const metric: number[] = [];
  const probe = async (): Promise<void> => {
    for (let n = 0; performance.now() < end; n++) asked.push(await untilVisible(clients, n, entities));
  };
  const look = async (): Promise<void> => {
    while (performance.now() < end) {
      metric.push(await lagSeconds(clients.at(-1)));
      await wait(100);
    }
  };
  await Promise.all([probe(), look()]);
  return {
    writesPerSecond,
    asked: latenciesOf(asked),
    metric: { p50Seconds: round(quantile(metric, 0.5)), p99Seconds: round(quantile(metric, 0.99)) },
    writes: latenciesOf(await writes.stop()),
  };
}

/**
 * Writes a unique type to an entity that no other client writes, and searches for it until it is found. Returns the time in
 * ms.
 */
async function untilVisible(clients: readonly HttpClient[], n: number, entities: number): Promise<number> {
  const mark = `probe-${clients.length}-${n}`;
  const { urn } = entity(entities + n);
  const marked = { urn, subTypes: { value: { typeNames: [mark] } } };
  const write = JSON.stringify([marked]);
  await clients[n % clients.length]?.post('/openapi/v3/entity/dataset?async=false', write);
  const answered = performance.now();
  const filter = { field: 'typeNames', condition: 'EQUAL', values: [mark] };
  const question = JSON.stringify({
    query:
      'query found($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total } }',
    variables: { input: { types: ['DATASET'], query: '*', count: 1, orFilters: [{ and: [filter] }] } },
  });
  const reader = clients[(n + 1) % clients.length];
  for (;;) {
    const text = await reader?.post('/api/graphql', question);
    if (text?.includes('"total":1') === true) return performance.now() - answered;
    await wait(2);
  }
}

async function lagSeconds(client: HttpClient | undefined): Promise<number> {
  const text = (await client?.get('/metrics')) ?? '';
  return Number(/^colophon_index_lag_seconds (\S+)/m.exec(text)?.[1]);
}
