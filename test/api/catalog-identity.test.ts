import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { clientOf } from '../support/catalog-client.ts';
import { clearPlaceOf, isKeptInFolders } from '../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const left: string[] = [];
afterEach(() => {
  for (const folder of left.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A stopped catalog with these datasets; returns its folder and the cursor of its last commit. */
async function catalogOf(...names: readonly string[]): Promise<{ folder: string; cursor: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-identity-'));
  left.push(folder);
  const server = await startServer({ folder });
  for (const name of names) await clientOf(server).dataset(name);
  const cursor = await cursorAtEnd(server);
  await server.stop({ keepFolder: true });
  return { folder, cursor };
}

async function cursorAtEnd(server: TestServer): Promise<string> {
  const { json } = await server.request('GET', '/api/colophon/v1/changes?since=now');
  return json.cursor;
}

function found(server: TestServer): Promise<unknown> {
  const input = '{ query: "*", types: [DATASET], count: 100 }';
  return server
    .graphql(`{ searchAcrossEntities(input: ${input}) { searchResults { entity { urn } } } }`)
    .then(({ data }) =>
      data.searchAcrossEntities.searchResults
        .map(({ entity }: { entity: { urn: string } }) => entity.urn.replace(/.*hive,(.*),PROD.*/, '$1'))
        .sort(),
    );
}

it.runIf(isKeptInFolders())('an index of another catalog is rebuilt, for any number of commits', async () => {
  for (const others of [['x'], ['x', 'y'], ['x', 'y', 'z']]) {
    const own = await catalogOf('a', 'b');
    const other = await catalogOf(...others);
    rmSync(join(own.folder, 'index'), { recursive: true });
    cpSync(join(other.folder, 'index'), join(own.folder, 'index'), { recursive: true });
    const server = await startServer({ folder: own.folder });
    expect([others, await found(server)]).toEqual([others, ['a', 'b']]);
    await server.stop({ keepFolder: true });
  }
});

it.runIf(isKeptInFolders())('a cursor of another catalog is refused, but not one of a copy', async () => {
  const [own, other] = [await catalogOf('a', 'b'), await catalogOf('x', 'y')];
  const copy = mkdtempSync(join(tmpdir(), 'colophon-identity-'));
  left.push(copy);
  cpSync(join(own.folder, 'catalog.db'), join(copy, 'catalog.db'));
  const server = await startServer({ folder: copy });
  const follow = (cursor: string) => server.request('GET', `/api/colophon/v1/changes?since=${cursor}`);
  expect((await follow(own.cursor)).status).toBe(200);
  const refused = await follow(other.cursor);
  expect([refused.status, refused.text]).toEqual([
    410,
    expect.stringContaining('belongs to another catalog'),
  ]);
  await server.stop({ keepFolder: true });
});

const opensearch = inject('engines')?.opensearch;

describe.runIf(opensearch !== undefined)('an index of another catalog in OpenSearch', () => {
  /** Starts a server with an index of this prefix; `options` choose the store. */
  const startOn = (searchPrefix: string, options: Record<string, unknown> = {}): Promise<TestServer> =>
    startServer({ options: { search: opensearch, searchPrefix, ...options } });

  it.each([
    ['SQLite', { store: '' }],
    ['PostgreSQL', {}],
  ])('is refused for any number of commits, when it was filled from %s', async (_store, options) => {
    const prefix = `identity_${randomUUID().replaceAll('-', '')}_`;
    const other = await startOn(prefix, options);
    for (const name of ['x', 'y']) await clientOf(other).dataset(name);
    try {
      for (const store of [{ store: '' }, {}]) {
        const folder = mkdtempSync(join(tmpdir(), 'colophon-identity-'));
        left.push(folder);
        // Its own index does not matter here: one in the folder is faster.
        const own = await startServer({ folder, options: { search: '', ...store } });
        for (const name of ['a', 'b', 'c', 'd']) await clientOf(own).dataset(name);
        await own.stop({ keepFolder: true });
        const attempt = startServer({
          folder,
          options: { search: opensearch, searchPrefix: prefix, ...store },
        });
        await expect(attempt, JSON.stringify([options, store])).rejects.toThrow(
          'belongs to another catalog: it was written for that catalog',
        );
        await clearPlaceOf(folder);
      }
      expect(await found(other)).toEqual(['x', 'y']);
    } finally {
      await other.stop();
      await fetch(`${opensearch}/${prefix}*`, { method: 'DELETE' });
    }
  });
});
