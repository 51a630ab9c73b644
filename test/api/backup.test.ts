import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SEED } from '../support/effort.ts';
import { jsonAt } from '../support/json-at.ts';
import { Computer } from '../support/run-colophon.ts';
import { CHANGED, livedInCatalog } from '../support/snapshots/lived-in-catalog.ts';
import { seenOf } from '../support/snapshots/seen-of-catalog.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { startWriting, steadyWrites } from '../support/snapshots/steady-writer.ts';

/** Backs up the catalog of a folder from a separate process, as an operator does; returns the number of its last commit. */
async function backUp(computer: Computer, folder: string, file: string): Promise<number> {
  const args = ['backup', '--data', folder, '--to', file, '--format', 'json'];
  const { code, stderr, stdout } = await computer.spawn(args);
  if (code !== 0) throw new Error(`colophon backup ended with ${code}: ${stderr}`);
  return Number(jsonAt(JSON.parse(stdout), 'sequence'));
}

/** Restores a backup into a new folder and starts a server on it. */
async function restored(computer: Computer, file: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-restored-'));
  const { code, stderr } = await computer.run(['restore-backup', file, '--data', folder]);
  if (code !== 0) throw new Error(`colophon restore-backup ended with ${code}: ${stderr}`);
  return startServer({ folder });
}

it('a backup made during writes is the catalog with its history as of one commit', async () => {
  using computer = new Computer();
  const server = await startServer({ onDisk: true });
  await livedInCatalog(server);
  const writer = await startWriting(server);
  const before = writer.written;
  const file = join(computer.home, 'catalog.backup');
  await backUp(computer, server.folder, file);
  const after = writer.written;
  await writer.stop();
  const { profiles, timeline, versions } = await seenOf(server);
  await server.stop();

  const copy = await restored(computer, file);
  const found = await steadyWrites(copy);
  expect(found).toBeGreaterThanOrEqual(before);
  expect(found).toBeLessThanOrEqual(after + 1);
  expect(await seenOf(copy)).toMatchObject({ versions, timeline, profiles });
  await copy.stop();
});

const ASPECTS = ['datasetProperties', 'globalTags', 'editableDatasetProperties'] as const;

/** A write, and the number of the commit that it became. `value` undefined: the entity was deleted. */
interface Written {
  readonly sequence: number;
  readonly urn: string;
  readonly aspect: string;
  readonly value: object | undefined;
}

const aWrite = fc.record({
  dataset: fc.nat(9),
  aspect: fc.constantFrom(...ASPECTS),
  isDeletion: fc.nat(11).map((n) => n === 0),
});

/** Writers that change and delete datasets of their own at the same time; no two values are the same. */
class Writers {
  readonly writes: Written[] = [];
  readonly #ended: Promise<unknown>;
  #isOver = false;

  constructor(server: TestServer) {
    this.#ended = Promise.all([1, 2, 3, 4].map((writer) => this.#write(server, writer)));
  }

  /** Resolves once ten more writes have been answered. */
  async tenMore(): Promise<void> {
    const before = this.writes.length;
    await Promise.race([
      this.#ended,
      until('writes are answered', () => Promise.resolve(this.writes.length >= before + 10)),
    ]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #write(server: TestServer, writer: number): Promise<void> {
    const path = '/openapi/v3/entity/dataset';
    const existing = new Set<string>();
    for (let round = 0; !this.#isOver; round++) {
      for (const [place, { aspect, dataset, isDeletion }] of fc
        .sample(aWrite, { numRuns: 100, seed: SEED + writer + round })
        .entries()) {
        const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,loaded${writer}_${dataset},PROD)`;
        const value = valueOf(aspect, `${writer}-${round}-${place}`);
        const deletes = isDeletion && existing.has(urn);
        const { headers, status, text } = deletes
          ? await server.request('DELETE', `${path}/${encodeURIComponent(urn)}`)
          : await server.request('POST', `${path}?async=false`, [{ urn, [aspect]: { value } }]);
        if (status !== 200) throw new Error(`A write failed: ${text}`);
        if (deletes) existing.delete(urn);
        else existing.add(urn);
        const sequence = Number(headers.get('x-colophon-sequence'));
        this.writes.push({ sequence, urn, aspect, value: deletes ? undefined : value });
      }
    }
  }
}

function valueOf(aspect: (typeof ASPECTS)[number], text: string): object {
  return {
    datasetProperties: { name: text, customProperties: { written: text } },
    globalTags: { tags: [{ tag: `urn:li:tag:t${text}` }] },
    editableDatasetProperties: { description: text },
  }[aspect];
}

/** The aspects of each entity after the commit `upTo`. */
function stateAt(writes: readonly Written[], upTo: number): unknown {
  const state = new Map<string, Record<string, object>>();
  for (const { aspect, sequence, urn, value } of writes.toSorted(
    (one, other) => one.sequence - other.sequence,
  )) {
    if (sequence > upTo) break;
    if (value === undefined) state.delete(urn);
    else state.set(urn, { ...state.get(urn), [aspect]: value });
  }
  return Object.fromEntries(state);
}

async function stateOf(server: TestServer): Promise<unknown> {
  const { json } = await server.request('POST', '/openapi/v3/entity/scroll?count=5000', {
    entities: ['dataset'],
    aspects: [...ASPECTS],
  });
  const entities: readonly Readonly<Record<string, { readonly value: unknown }>>[] = json.entities;
  return Object.fromEntries(
    entities.map((entity) => {
      const found = ASPECTS.filter((name) => entity[name] !== undefined);
      return [entity['urn'], Object.fromEntries(found.map((name) => [name, entity[name]?.value]))];
    }),
  );
}

it('each backup under load has the aspects of every commit up to its last, and of none after it', async () => {
  using computer = new Computer();
  const server = await startServer({ onDisk: true });
  const writers = new Writers(server);
  const sequences: number[] = [];
  for (const number of [0, 1, 2]) {
    await writers.tenMore();
    sequences.push(await backUp(computer, server.folder, join(computer.home, `${number}.backup`)));
  }
  await writers.tenMore();
  await writers.end();
  await server.stop();
  const { writes } = writers;
  expect(new Set(writes.map(({ sequence }) => sequence)).size).toBe(writes.length);
  expect(new Set(sequences).size).toBe(3);

  for (const [number, sequence] of sequences.entries()) {
    const copy = await restored(computer, join(computer.home, `${number}.backup`));
    expect(await stateOf(copy)).toEqual(stateAt(writes, sequence));
    await copy.stop();
  }
});

it('an older copy under a newer index is the older catalog, also in searches', async () => {
  const server = await startServer({ onDisk: true });
  const { folder } = server;
  const writer = await startWriting(server);
  await writer.stop();
  const known = await steadyWrites(server);
  await server.stop({ keepFolder: true });
  const copy = join(folder, 'copy.db');
  copyFileSync(join(folder, 'catalog.db'), copy);

  const later = await startServer({ folder });
  const body = [{ urn: CHANGED, datasetProperties: { value: { name: 'too late for the copy' } } }];
  await later.request('POST', '/openapi/v3/entity/dataset?async=false', body);
  await later.stop({ keepFolder: true });
  for (const left of ['catalog.db', 'catalog.db-wal', 'catalog.db-shm'])
    rmSync(join(folder, left), { force: true });
  copyFileSync(copy, join(folder, 'catalog.db'));

  const restarted = await startServer({ folder });
  expect(await steadyWrites(restarted)).toBe(known);
  const query = '{ searchAcrossEntities(input: { query: "late" }) { total } }';
  expect(await restarted.graphql(query)).toMatchObject({ data: { searchAcrossEntities: { total: 0 } } });
  await restarted.stop();
});
