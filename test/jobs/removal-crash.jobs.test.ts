import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

const ENTITIES = 100_000;
const BATCH = 500;
const PROPERTY = 'urn:li:structuredProperty:jobs.team';
const OTHER = 'urn:li:structuredProperty:jobs.other';

interface Job {
  readonly state: string;
  readonly found: number;
  readonly patched: number;
  readonly left: number;
}

const urnOf = (i: number): string => `urn:li:dataset:(urn:li:dataPlatform:hive,db.table${i},PROD)`;

function assignments(...values: readonly (readonly [string, string])[]) {
  const properties = values.map(([propertyUrn, string]) => ({ propertyUrn, values: [{ string }] }));
  return { structuredProperties: { value: { properties } } };
}

async function define(server: SpawnedServer, urn: string): Promise<void> {
  const { status } = await server.send('POST', '/openapi/v3/entity/structuredProperty?async=false', [
    {
      urn,
      propertyDefinition: {
        value: {
          qualifiedName: urn.split(':').at(-1),
          valueType: 'urn:li:dataType:datahub.string',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
        },
      },
    },
  ]);
  expect(status).toBe(200);
}

async function put(server: SpawnedServer, entities: readonly object[]): Promise<void> {
  const { status } = await server.send('POST', '/openapi/v3/entity/dataset?async=false', entities);
  expect(status).toBe(200);
}

async function jobs(server: SpawnedServer): Promise<readonly Job[]> {
  const { body } = await server.send('GET', '/api/colophon/v1/jobs');
  // The route answers {jobs: [...]}; the assertions of the test are about the members.
  return (body as { jobs: readonly Job[] }).jobs;
}

async function facet(server: SpawnedServer, name: string): Promise<Record<string, number>> {
  const query =
    'query f($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }';
  const input = { query: '*', types: ['DATASET'], facets: [`structuredProperties.${name}`] };
  const { body } = await server.send('POST', '/api/graphql', { query, variables: { input } });
  // The query selects this shape.
  const { facets } = (
    body as {
      data: { aggregateAcrossEntities: { facets: { aggregations: { value: string; count: number }[] }[] } };
    }
  ).data.aggregateAcrossEntities;
  return Object.fromEntries((facets[0]?.aggregations ?? []).map(({ value, count }) => [value, count]));
}

describe('removing the values of a deleted property', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-jobs-'));
  let server: SpawnedServer;

  beforeAll(async () => {
    server = await spawnServer(folder);
    await define(server, PROPERTY);
    await define(server, OTHER);
    for (let from = 0; from < ENTITIES; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, i) => ({
        urn: urnOf(from + i),
        ...assignments([PROPERTY, 'old'], [OTHER, `kept-${(from + i) % 7}`]),
      }));
      await put(server, batch);
    }
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('survives kills, a new definition of the name, and new values while it runs', async () => {
    const kept = await facet(server, 'jobs.other');
    const { status } = await server.send(
      'DELETE',
      `/openapi/v3/entity/structuredProperty/${encodeURIComponent(PROPERTY)}`,
    );
    expect(status).toBe(200);
    expect(await facet(server, 'jobs.team')).toEqual({});

    // The name begins its new generation while the old values are still being removed.
    await define(server, PROPERTY);
    let written = 0;
    for (let restarts = 0; restarts < 3; restarts++) {
      for (const until = written + 20; written < until; written++) {
        const urn = urnOf(written * 997);
        await put(server, [
          { urn, ...assignments([PROPERTY, 'new'], [OTHER, `kept-${(written * 997) % 7}`]) },
        ]);
      }
      expect((await jobs(server))[0]?.found).toBe(ENTITIES);
      await server.end('SIGKILL');
      server = await spawnServer(folder);
      expect(await facet(server, 'jobs.team')).toEqual({ new: written });
    }
    while ((await jobs(server))[0]?.state !== 'finished') await sleep(100);

    expect((await jobs(server))[0]).toMatchObject({ found: ENTITIES, patched: ENTITIES, left: 0 });
    expect(await facet(server, 'jobs.team')).toEqual({ new: written });
    expect(await facet(server, 'jobs.other')).toEqual(kept);
  });
});
