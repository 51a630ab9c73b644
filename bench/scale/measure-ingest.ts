import { setTimeout as wait } from 'node:timers/promises';
import type { ColophonServer } from '../systems/colophon-server.ts';
import type { HttpClient } from '../systems/http-client.ts';
import { defineProperties, writeEntities, type ColophonIngest } from '../measurements/load-colophon.ts';
import { round } from '../measurements/statistics.ts';
import type { Pair } from './pairs.ts';
import { perRequest, processorTimes, type Times } from './processor-time.ts';

/** Ingest rate and cost of the workload. */
export interface ScaleIngest extends Omit<ColophonIngest, 'searchable'> {
  /** From the last answer until all entities are searchable, s. */
  readonly catchUpSeconds: number;
  /** Rate from the first write until all entities are searchable. */
  readonly searchableEntitiesPerSecond: number;
  /** CPU time per entity with three aspects until searchable, ms, by program. */
  readonly processorMsPerEntity: Times;
}

/** Loads the workload into an empty catalog. */
export async function measureIngest(
  pair: Pair,
  server: ColophonServer,
  client: HttpClient,
  entities: number,
): Promise<ScaleIngest> {
  const watched = pair.watch([server]);
  await defineProperties(client);
  const before = processorTimes(watched);
  const started = performance.now();
  const written = await writeEntities(client, entities);
  const answered = performance.now();
  await untilFound(server, client, entities);
  const found = performance.now();
  return {
    ...written,
    catchUpSeconds: round((found - answered) / 1000),
    searchableEntitiesPerSecond: Math.round((entities / (found - started)) * 1000),
    processorMsPerEntity: perRequest(before, processorTimes(watched), entities),
  };
}

/** Resolves when the total of the first page reaches this number of entities. */
export async function untilFound(
  server: ColophonServer,
  client: HttpClient,
  entities: number,
): Promise<void> {
  for (;;) {
    const text = await client.post(server.path, server.body('firstPage', 0));
    if (server.readAnswer('firstPage', text).total === entities) return;
    await wait(50);
  }
}
