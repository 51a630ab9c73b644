import { setTimeout as wait } from 'node:timers/promises';
import type { ColophonServer } from '../colophon-server.ts';
import type { HttpClient } from '../http-client.ts';
import { defineProperties, writeEntities } from '../load-colophon.ts';
import type { ColophonIngest } from '../load-colophon.ts';
import { round } from '../statistics.ts';
import type { Pair } from './pairs.ts';
import { perRequest, processorTimes } from './processor-time.ts';
import type { Times } from './processor-time.ts';

/** How fast the workload was written, and what it cost. */
export interface ScaleIngest extends Omit<ColophonIngest, 'searchable'> {
  /** From the last answer until everything was found, s. */
  readonly catchUpSeconds: number;
  /** From the first write until everything was found. */
  readonly searchableEntitiesPerSecond: number;
  /** Processor time of an entity with its three aspects until it was found, ms, by program. */
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

/** Resolves when the first page counts so many entities. */
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
