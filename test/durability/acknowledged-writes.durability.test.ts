import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

const PROPERTY = 'urn:li:structuredProperty:crash.counter';
const WRITERS = 4;

const datasetOf = (writer: number, n: number): string =>
  `urn:li:dataset:(urn:li:dataPlatform:hive,writer${writer}.table${n},PROD)`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes datasets one after another until the server is killed; reports each acknowledged one. */
async function write(
  server: SpawnedServer,
  writer: number,
  from: number,
  acknowledged: (n: number) => void,
): Promise<void> {
  for (let n = from; ; n++) {
    const urn = datasetOf(writer, n);
    const value = { properties: [{ propertyUrn: PROPERTY, values: [{ double: n }] }] };
    try {
      const { status } = await server.send('POST', '/openapi/v3/entity/dataset?async=false', [
        { urn, status: { value: { removed: false } }, structuredProperties: { value } },
      ]);
      if (status !== 200) throw new Error(`unexpected status ${status}`);
    } catch (error) {
      if (error instanceof TypeError) return; // fetch: the connection was closed with the server
      throw error;
    }
    acknowledged(n);
  }
}

/** Kills the server as soon as this many writes have been acknowledged; returns the last one of each writer. */
async function writeAndKill(
  server: SpawnedServer,
  after: number,
  from: readonly number[],
): Promise<number[]> {
  const last = from.map((n) => n - 1);
  let count = 0;
  await Promise.all(
    from.map((start, writer) =>
      write(server, writer, start, (n) => {
        last[writer] = n;
        if (++count === after) server.process.kill('SIGKILL');
      }),
    ),
  );
  await server.end('SIGKILL');
  return last;
}

async function search(server: SpawnedServer, count: number): Promise<{ total: number; urns: string[] }> {
  const query = `query s($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total searchResults { entity { urn } } } }`;
  const orFilters = [{ and: [{ field: 'structuredProperties.crash.counter', condition: 'EXISTS' }] }];
  const input = { query: '*', types: ['DATASET'], count, orFilters };
  const { body } = await server.send('POST', '/api/graphql', { query, variables: { input } });
  // The query above selects exactly this.
  const { scrollAcrossEntities } = (
    body as {
      data: { scrollAcrossEntities: { total: number; searchResults: { entity: { urn: string } }[] } };
    }
  ).data;
  return {
    total: scrollAcrossEntities.total,
    urns: scrollAcrossEntities.searchResults.map(({ entity }) => entity.urn),
  };
}

describe('kill -9', () => {
  it('loses no acknowledged write, and the index matches the store', async () => {
    let server = await spawnServer(folder);
    const defined = await server.send(
      'POST',
      `/openapi/v2/entity/structuredProperty/${encodeURIComponent(PROPERTY)}/propertyDefinition`,
      {
        qualifiedName: 'crash.counter',
        valueType: 'urn:li:dataType:datahub.number',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
      },
    );
    expect(defined.status).toBe(200);

    let last = Array.from({ length: WRITERS }, () => -1);
    for (const after of [7, 133, 61]) {
      last = await writeAndKill(
        server,
        after,
        last.map((n) => n + 1),
      );
      server = await spawnServer(folder);
      const found = await search(server, 5000);
      const urns = new Set(found.urns);
      for (let writer = 0; writer < WRITERS; writer++) {
        for (let n = 0; n <= (last[writer] ?? -1); n++) expect(urns).toContain(datasetOf(writer, n));
      }
      // Documents beyond the acknowledged writes were on disk when the answer was lost.
      expect(found.total).toBe(urns.size);
      for (const urn of urns) {
        const { status } = await server.send(
          'GET',
          `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/structuredProperties`,
        );
        expect(status).toBe(200);
      }
      last = last.map((n, writer) => (urns.has(datasetOf(writer, n + 1)) ? n + 1 : n));
    }
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
