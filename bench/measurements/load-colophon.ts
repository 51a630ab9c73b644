import type { Contender } from '../systems/contender.ts';
import type { HttpClient } from '../systems/http-client.ts';
import { untilIdle } from './machine.ts';
import { quantile, round } from './statistics.ts';
import { DEFINITIONS, asOpenApiV3, entity } from '../workload.mjs';

/** Ingest rate of the workload. Every batch is durable and searchable when answered. */
export interface ColophonIngest {
  readonly entitiesPerSecond: number;
  /** The same of each half million. */
  readonly perSecondByHalfMillion: readonly number[];
  readonly batchP50Ms: number;
  readonly batchP95Ms: number;
  /** Total of the first search after the last answer; must equal the number of entities. */
  readonly searchable: number;
}

const BATCH = 500;
const CONNECTIONS = 4;
const HALF_A_MILLION = 500_000;

/**
 * Defines the properties and writes the entities over several connections. Returns when the server has also merged its
 * index; the rate excludes that merge, as it does for OpenSearch.
 */
export async function loadColophon(
  server: Contender,
  client: HttpClient,
  entities: number,
): Promise<ColophonIngest> {
  await defineProperties(client);
  const written = await writeEntities(client, entities);
  const text = await client.post(server.path, server.body('firstPage', 0));
  await untilIdle(server.process.pid);
  return { ...written, searchable: server.readAnswer('firstPage', text).total ?? 0 };
}

/** Defines the properties of the workload. */
export async function defineProperties(client: HttpClient): Promise<void> {
  for (const { urn, aspect } of DEFINITIONS) {
    const path = `/openapi/v2/entity/structuredProperty/${encodeURIComponent(urn)}/propertyDefinition`;
    await client.post(path, JSON.stringify(aspect));
  }
}

/** Writes the entities over several connections; resolves when the last batch is answered. */
export async function writeEntities(
  client: HttpClient,
  entities: number,
): Promise<Omit<ColophonIngest, 'searchable'>> {
  const batchMs: number[] = [];
  const perSecondByHalfMillion: number[] = [];
  let written = 0;
  let next = 0;
  const writeBatches = async (): Promise<void> => {
    while (next < entities) {
      const from = next;
      next = Math.min(entities, from + BATCH);
      const body = JSON.stringify(
        Array.from({ length: next - from }, (_, i) => asOpenApiV3(entity(from + i))),
      );
      const started = performance.now();
      await client.post('/openapi/v3/entity/dataset?async=false', body);
      batchMs.push(performance.now() - started);
      written += Math.min(entities, from + BATCH) - from;
      if (written % HALF_A_MILLION === 0) notePart();
    }
  };
  const started = performance.now();
  let partStarted = started;
  const notePart = (): void => {
    perSecondByHalfMillion.push(Math.round((HALF_A_MILLION * 1000) / (performance.now() - partStarted)));
    partStarted = performance.now();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, writeBatches));
  const seconds = (performance.now() - started) / 1000;
  return {
    entitiesPerSecond: Math.round(entities / seconds),
    perSecondByHalfMillion,
    batchP50Ms: round(quantile(batchMs, 0.5)),
    batchP95Ms: round(quantile(batchMs, 0.95)),
  };
}
