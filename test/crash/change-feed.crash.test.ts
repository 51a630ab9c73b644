import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effort, SEED } from '../support/effort.ts';
import { readStream, type SentEvent } from '../support/event-stream.ts';
import { jsonAt } from '../support/json-at.ts';
import { Computer } from '../support/run-colophon.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { CatalogCopy } from './catalog-copy.ts';

/** How often the server is killed while it is followed. */
const KILLS = effort(4);
const DATASETS = 60;
/** Concurrent writes. */
const WRITERS = 4;

const PATH = '/api/colophon/v1/changes';
const PROPERTIES = ['feed.team', 'feed.level'];
const ASPECTS = ['datasetProperties', 'structuredProperties', 'globalTags'];

const urnOf = (n: number): string => `urn:li:dataset:(urn:li:dataPlatform:hive,feed${n},PROD)`;
/** The dataset written last. */
const LAST = urnOf(DATASETS);
const property = (name: string): string => `urn:li:structuredProperty:${name}`;

let folder: string;
let server: SpawnedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-feed-'));
  server = await spawnServer(folder);
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** One random write, of one or several entities. */
const write = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      urns: fc.uniqueArray(fc.nat(DATASETS - 1).map(urnOf), { minLength: 1, maxLength: 5 }),
      aspect: fc.constantFrom(...ASPECTS),
      value: fc.nat(9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('deleteAspect' as const, 'deleteEntity' as const),
      urns: fc.tuple(fc.nat(DATASETS - 1).map(urnOf)),
      aspect: fc.constantFrom(...ASPECTS),
      value: fc.constant(0),
    }),
  },
);
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

function valueOf(aspect: string, value: number): unknown {
  if (aspect === 'datasetProperties') return { name: `v${value}`, customProperties: {} };
  if (aspect === 'globalTags') return { tags: value % 2 === 0 ? [] : [{ tag: `urn:li:tag:t${value}` }] };
  const assigned = PROPERTIES.slice(0, 1 + (value % 2));
  const properties = assigned.map((name) => ({
    propertyUrn: property(name),
    values: [{ string: `${value}` }],
  }));
  return { properties };
}

async function send({ aspect, kind, urns, value }: Write): Promise<void> {
  const entity = `/openapi/v3/entity/dataset`;
  const [urn = ''] = urns;
  const one = `${entity}/${encodeURIComponent(urn)}`;
  // A write without an answer from a killed server may have happened; the feed shows it.
  const { body, status } =
    kind === 'put'
      ? await server.send(
          'POST',
          `${entity}?async=false`,
          urns.map((of) => ({ urn: of, [aspect]: { value: valueOf(aspect, value) } })),
        )
      : await server.send('DELETE', kind === 'deleteEntity' ? one : `${one}/${aspect}`);
  if (status >= 400 && status !== 404)
    throw new Error(`${kind} of ${aspect}: ${status} ${JSON.stringify(body)}`);
}

/** Writes until `isOver`, regardless of kills of the server. Returns the number of answered writes. */
async function writeAll(isOver: () => boolean): Promise<number> {
  let answered = 0;
  const writeOn = async (writer: number): Promise<void> => {
    const writes = fc.sample(write, { numRuns: 1_000, seed: SEED + writer });
    for (let i = 0; !isOver(); i = (i + 1) % writes.length) {
      const [next] = writes.slice(i);
      try {
        if (next !== undefined) await send(next);
        answered++;
      } catch (error) {
        // fetch: the connection was closed with the server.
        if (!(error instanceof TypeError)) throw error;
        await sleep(20);
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(writer)));
  return answered;
}

async function cursorOfNow(): Promise<string> {
  return String(jsonAt((await server.send('GET', PATH)).body, 'cursor'));
}

/** Exports all datasets while others write. Returns the copy with the cursor to follow from. */
async function exportAll(): Promise<{ readonly copy: CatalogCopy; readonly cursor: string }> {
  using computer = new Computer(server);
  const { code, stderr, stdout } = await computer.run(['export', '--type', 'dataset']);
  if (code !== 0) throw new Error(`colophon export ended with ${code}: ${stderr}`);
  const copy = new CatalogCopy();
  copy.addExport(JSON.parse(stdout), ASPECTS);
  const cursor = /colophon changes --since (\S+)/.exec(stderr)?.[1];
  if (cursor === undefined) throw new Error(`colophon export printed no cursor: ${stderr}`);
  return { copy, cursor };
}

/** Follows from the cursor until the copy has the dataset `LAST`. */
async function follow(copy: CatalogCopy, from: string): Promise<void> {
  let cursor = from;
  while (!copy.has(LAST)) {
    try {
      using stream = await readStream(server, `${PATH}?entityType=dataset`, { 'last-event-id': cursor });
      expect(stream.status).toBe(200);
      let commit: SentEvent[] = [];
      for (let event = await stream.any(); event !== undefined; event = await stream.any()) {
        if (event.event === 'error') throw new Error(JSON.stringify(event.data));
        if (event.event === 'change') commit.push(event);
        if (event.id === undefined) continue;
        // Whole commits only: an interrupted one is sent again.
        copy.apply(commit.map(({ data }) => data));
        commit = [];
        cursor = event.id;
        if (copy.has(LAST)) return;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await sleep(20);
    }
  }
}

function sequenceOf(cursor: string): number {
  return Number(Buffer.from(cursor, 'base64url').toString().split('.')[1]);
}

async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  server = await spawnServer(folder);
}

describe('a copy that is exported and then follows the change feed', () => {
  it('equals the catalog after random writes and kills, without a gap or a repeat', async () => {
    for (const name of PROPERTIES) {
      const definition = {
        qualifiedName: name,
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
      };
      await server.send('POST', '/openapi/v3/entity/structuredProperty?async=false', [
        { urn: property(name), propertyDefinition: { value: definition } },
      ]);
    }
    let isOver = false;
    const writing = writeAll(() => isOver);
    await sleep(1_000);
    const { copy, cursor } = await exportAll();
    copy.isExactAfter = sequenceOf(await cursorOfNow());
    const following = follow(copy, cursor);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(1_000);
      await killAndRestart();
    }
    await sleep(1_000);
    isOver = true;
    expect(await writing).toBeGreaterThan(100);
    await send({ kind: 'put', urns: [LAST], aspect: 'datasetProperties', value: 10 });
    await following;
    expect(copy.events).toBeGreaterThan(100);
    expect(copy.shown()).toEqual((await exportAll()).copy.shown());
  });
});
