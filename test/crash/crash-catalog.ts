import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  datasetUrn,
  definition,
  propertyUrn,
  type DefinitionOptions,
  type Value,
} from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import type { SpawnedServer } from '../support/spawn-server.ts';

/** Number of datasets of the catalog: some dozens of pages for each job. */
export const DATASETS = 3000;
const BATCH = 500;

const UPDATE = '/api/colophon/v1/system-update';
const DOCTOR = '/api/colophon/v1/doctor';

/** Values of a dataset by property. */
export type Values = Readonly<Record<string, Value>>;

/** Initial values of dataset `i`, without `crash.hidden`. */
export function valuesAtFirst(i: number): Values {
  return { 'crash.team': { string: i % 3 === 0 ? 'red' : 'blue' }, 'crash.level': { double: i % 7 } };
}

/**
 * Fills a new catalog: each dataset has a string, a number, and a value of a property that is soft-deleted afterwards.
 */
export async function fill(server: SpawnedServer): Promise<void> {
  await define(server, 'crash.team');
  await define(server, 'crash.level', { type: 'number' });
  await define(server, 'crash.hidden');
  await writeValues(server, numbers(), (i) => ({ ...valuesAtFirst(i), 'crash.hidden': { string: 'kept' } }));
  await setRemoved(server, 'crash.hidden', true);
}

/** Defines a property, or changes it; an incompatible change needs a version. */
export async function define(
  server: SpawnedServer,
  name: string,
  options?: DefinitionOptions,
): Promise<void> {
  const value = definition(name, options);
  const entity = { urn: propertyUrn(name), propertyDefinition: { value } };
  await done(server, 'POST', '/openapi/v3/entity/structuredProperty?async=false', [entity]);
}

export async function hardDelete(server: SpawnedServer, name: string): Promise<void> {
  const urn = encodeURIComponent(propertyUrn(name));
  await done(server, 'DELETE', `/openapi/v3/entity/structuredProperty/${urn}`);
}

export async function setRemoved(server: SpawnedServer, name: string, removed: boolean): Promise<void> {
  const entity = { urn: propertyUrn(name), status: { value: { removed } } };
  await done(server, 'POST', '/openapi/v3/entity/structuredProperty?async=false', [entity]);
}

/** Replaces the values of these datasets. */
export async function writeValues(
  server: SpawnedServer,
  of: readonly number[],
  valuesOf: (i: number) => Values,
): Promise<void> {
  for (let from = 0; from < of.length; from += BATCH) {
    const entities = of.slice(from, from + BATCH).map((i) => {
      const properties = Object.entries(valuesOf(i)).map(([name, value]) => ({
        propertyUrn: propertyUrn(name),
        values: [value],
      }));
      return { urn: datasetUrn(`crash.t${i}`), structuredProperties: { value: { properties } } };
    });
    await done(server, 'POST', '/openapi/v3/entity/dataset?async=false', entities);
  }
}

/** Number of datasets that have an incident after {@link raiseIncidents}. */
export const WITH_INCIDENT = 1000;

const incidentUrn = (i: number): string => `urn:li:incident:crash-${i}`;

/**
 * Reports an incident on each of the first datasets, and deletes the data derived from them, as an earlier version left
 * it.
 */
export async function raiseIncidents(server: SpawnedServer): Promise<void> {
  const stamp = { time: 1, actor: 'urn:li:corpuser:datahub' };
  for (let from = 0; from < WITH_INCIDENT; from += BATCH) {
    const some = numbers().slice(from, Math.min(from + BATCH, WITH_INCIDENT));
    const incidents = some.map((i) => ({
      urn: incidentUrn(i),
      incidentInfo: {
        value: {
          type: 'OPERATIONAL',
          entities: [datasetUrn(`crash.t${i}`)],
          created: stamp,
          status: { state: 'ACTIVE', lastUpdated: stamp },
        },
      },
    }));
    await done(server, 'POST', '/openapi/v3/entity/incident?async=false', incidents);
    const proposals = some.map((i) => ({
      entityType: 'dataset',
      entityUrn: datasetUrn(`crash.t${i}`),
      aspectName: 'incidentsSummary',
      changeType: 'DELETE',
    }));
    await done(server, 'POST', '/aspects?action=ingestProposalBatch', { proposals });
  }
  expect(await activeIncidents(server)).toEqual(new Map());
}

/** Expects that each dataset with an incident has it, in the store and in the index. */
export async function expectIncidents(server: SpawnedServer): Promise<void> {
  const expected = numbers().slice(0, WITH_INCIDENT);
  expect(await activeIncidents(server)).toEqual(
    new Map(expected.map((i) => [datasetUrn(`crash.t${i}`), [incidentUrn(i)]])),
  );
  expect(await facet(server, 'hasActiveIncidents')).toEqual({ true: WITH_INCIDENT });
}

/** Active incidents by dataset, for datasets with a summary. */
async function activeIncidents(server: SpawnedServer): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const active = new Map<string, readonly unknown[]>();
  for (const entity of await allDatasets(server, 'incidentsSummary')) {
    if (jsonAt(entity, 'incidentsSummary') === undefined) continue;
    const details = jsonItems(entity, 'incidentsSummary', 'value', 'activeIncidentDetails');
    active.set(
      String(jsonAt(entity, 'urn')),
      details.map((one) => jsonAt(one, 'urn')),
    );
  }
  return active;
}

/** Starts a system update that may remove mappings. */
export async function startUpdate(server: SpawnedServer, step?: string): Promise<void> {
  const body = { reindexMappings: true, structuredProperties: true, ...(step !== undefined && { step }) };
  await done(server, 'POST', UPDATE, body);
}

/** Resolves once no background job runs. */
export async function settle(server: SpawnedServer): Promise<void> {
  for (;;) {
    const { body } = await server.send('GET', '/api/colophon/v1/jobs');
    const isRemoving = jsonItems(body, 'jobs').some((job) => jsonAt(job, 'state') !== 'finished');
    if (!isRemoving && !isRunning((await server.send('GET', UPDATE)).body)) return;
    await sleep(5);
  }
}

/** Compares all datasets in the store, the facets and the health of the index with the expected values. */
export async function expectValues(server: SpawnedServer, valuesOf: (i: number) => Values): Promise<void> {
  const expected = new Map(numbers().map((i) => [datasetUrn(`crash.t${i}`), valuesOf(i)]));
  const answered = new Map(await allValues(server));
  expect(answered.size).toBe(DATASETS);
  for (const [urn, values] of expected) expect(answered.get(urn), urn).toEqual(values);

  for (const name of ['crash.team', 'crash.level']) {
    const counts: Record<string, number> = {};
    for (const values of expected.values()) {
      const value = values[name];
      if (value === undefined) continue;
      const text = 'string' in value ? value.string : `${value.double}.0`;
      counts[text] = (counts[text] ?? 0) + 1;
    }
    expect(await facet(server, name)).toEqual(counts);
  }
  await expectHealthyIndex(server);
}

/** Restores the soft-deleted property and expects that it kept all values. */
export async function expectRestorable(server: SpawnedServer): Promise<void> {
  await setRemoved(server, 'crash.hidden', false);
  expect(await facet(server, 'crash.hidden')).toEqual({ kept: DATASETS });
}

/** Mappings of a property as `<state> <values>`. */
export async function mappings(server: SpawnedServer, name: string): Promise<string[]> {
  const { body } = await server.send('GET', `${UPDATE}/mappings`);
  return jsonItems(body, 'mappings')
    .filter((mapping) => jsonAt(mapping, 'propertyUrn') === propertyUrn(name))
    .map((mapping) => `${String(jsonAt(mapping, 'state'))} ${String(jsonAt(mapping, 'values'))}`);
}

/** Counts of a facet by value; `crash.x`: the facet of a property. */
export async function facet(server: SpawnedServer, name: string): Promise<Record<string, number>> {
  const query =
    'query f($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }';
  const input = {
    query: '*',
    types: ['DATASET'],
    facets: [name.startsWith('crash.') ? `structuredProperties.${name}` : name],
  };
  const { body } = await server.send('POST', '/api/graphql', { query, variables: { input } });
  expect(jsonAt(body, 'errors')).toBeUndefined();
  const buckets = jsonItems(body, 'data', 'aggregateAcrossEntities', 'facets', 0, 'aggregations');
  return Object.fromEntries(buckets.map((bucket) => [jsonAt(bucket, 'value'), jsonAt(bucket, 'count')]));
}

async function allValues(server: SpawnedServer): Promise<(readonly [string, Values])[]> {
  return (await allDatasets(server, 'structuredProperties')).map((entity) => {
    const properties = jsonItems(entity, 'structuredProperties', 'value', 'properties').map((property) => [
      String(jsonAt(property, 'propertyUrn')).slice(propertyUrn('').length),
      jsonAt(property, 'values', 0),
    ]);
    return [String(jsonAt(entity, 'urn')), Object.fromEntries(properties)];
  });
}

async function allDatasets(server: SpawnedServer, aspect: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  let scrollId: string | undefined;
  do {
    const place = scrollId === undefined ? '' : `&scrollId=${encodeURIComponent(scrollId)}`;
    const path = `/openapi/v3/entity/dataset?aspects=${aspect}&count=1000${place}`;
    const { body } = await server.send('GET', path);
    for (const entity of jsonItems(body, 'entities')) all.push(entity);
    scrollId = textAt(body, 'scrollId');
  } while (scrollId !== undefined);
  return all;
}

function textAt(json: unknown, name: string): string | undefined {
  const text = jsonAt(json, name);
  return typeof text === 'string' ? text : undefined;
}

async function expectHealthyIndex(server: SpawnedServer): Promise<void> {
  let report = (await server.send('POST', DOCTOR, {})).body;
  while (isRunning(report)) {
    await sleep(5);
    report = (await server.send('GET', DOCTOR)).body;
  }
  expect(jsonAt(report, 'result')).toMatchObject({ missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 });
}

function numbers(): readonly number[] {
  return Array.from({ length: DATASETS }, (_, i) => i);
}

async function done(server: SpawnedServer, method: string, path: string, body?: unknown): Promise<void> {
  const { status, body: answer } = await server.send(method, path, body);
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
}

function isRunning(report: unknown): boolean {
  return ['waiting', 'running'].includes(String(jsonAt(report, 'state')));
}
