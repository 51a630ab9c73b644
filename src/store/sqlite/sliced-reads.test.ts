import { expect, it } from 'vitest';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import type { AspectRow } from '../entity-rows.ts';
import { ReadSize } from '../read-limit.ts';
import { readEntities, readFormer, readPoints } from './sliced-reads.ts';

const URN = parseUrn('urn:li:tag:a');
const CREATED = { time: 1, actor: URN };
const SYSTEM = { lastObserved: 1, runId: 'r', version: '1' };
const STORED = { id: 1, entity: { urn: URN, created: CREATED, systemMetadata: SYSTEM, createdIn: 1 } };
/** As long as the slice that is read before other work runs. */
const LONG = 'x'.repeat(512 * 1024);
const NAMES = ['a', 'b', 'c'];

function row(aspectName: string, sequence: number): AspectRow {
  const aspect = { urn: URN, aspectName, text: LONG, systemMetadata: SYSTEM, created: CREATED, sequence };
  return { aspect: new Aspect(aspect), internal: {} };
}

/** Reads, and counts the rounds of the event loop meanwhile. */
async function rounds<T>(read: Promise<T>): Promise<readonly [T, number]> {
  let count = 0;
  let isOver = false;
  const next = (): void => {
    count++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const result = await read;
  isOver = true;
  return [result, count];
}

function after<T>(all: readonly T[], isLast: (one: T) => boolean): readonly T[] {
  return all.slice(all.findIndex(isLast) + 1);
}

it('reads long former versions and points in several turns, each once', async () => {
  const versions = [3, 2, 1].map((version) => ({ version, row: row('a', version) }));
  const former = {
    *former(_stored: unknown, _name: string, before = 9) {
      yield* versions.filter(({ version }) => version < before);
    },
  };
  const [found, turns] = await rounds(readFormer(former, STORED, 'a', new ReadSize()));
  expect(found).toEqual(versions);
  expect(turns).toBeGreaterThanOrEqual(versions.length - 1);

  const points = [3, 2, 1].map((time) => ({ place: [time, ''] as const, point: row('a', time).aspect }));
  const reader = {
    *points(
      _stored: unknown,
      _name: string,
      limit: number,
      { after: place }: { after?: readonly [number, string] } = {},
    ) {
      yield* after(points, (one) => one.place[0] === place?.[0]).slice(0, limit);
    },
  };
  const [read, pauses] = await rounds(readPoints(reader, STORED, 'a', 3, undefined, new ReadSize()));
  expect(read).toEqual(points.map(({ point }) => point));
  expect(pauses).toBeGreaterThanOrEqual(points.length - 1);
});

/** Reads aspects that are replaced as the test specifies. */
class LatestRows {
  rows = NAMES.map((name) => row(name, 1));
  /** The most rows that were read in one turn. */
  most = 0;
  #ofTurn = 0;

  *latest(_stored: unknown, names?: readonly string[], last?: string): Generator<AspectRow> {
    const named = this.rows.filter(({ aspect }) => names?.includes(aspect.aspectName) !== false);
    for (const one of after(named, ({ aspect }) => aspect.aspectName === last)) {
      if (this.#ofTurn === 0) setImmediate(() => (this.#ofTurn = 0));
      this.most = Math.max(this.most, ++this.#ofTurn);
      yield one;
    }
  }

  entity(): typeof STORED {
    return STORED;
  }

  latestSequences(): ReadonlyMap<string, number> {
    return new Map(this.rows.map(({ aspect }) => [aspect.aspectName, aspect.sequence]));
  }

  async read(): Promise<readonly (readonly [string, number])[]> {
    const found = await readEntities(this, (task) => task(), [URN], undefined, new ReadSize());
    return [...(found.get(URN)?.rows ?? [])].map(([name, { aspect }]) => [name, aspect.sequence]);
  }
}

it('reads the latest aspects of one moment in several turns, with commits in between', async () => {
  const reader = new LatestRows();
  const [found, turns] = await rounds(reader.read());
  expect(found).toEqual(NAMES.map((name) => [name, 1]));
  expect(turns).toBeGreaterThanOrEqual(NAMES.length - 1);

  const reading = reader.read();
  reader.rows = NAMES.map((name) => row(name, 2));
  expect(await reading).toEqual(NAMES.map((name) => [name, 2]));
  const shrinking = reader.read();
  reader.rows = [row('a', 3), row('c', 2), row('d', 3)];
  expect(await shrinking).toEqual([
    ['a', 3],
    ['c', 2],
    ['d', 3],
  ]);
  expect(reader.most).toBe(1);
});

it('ends the read of aspects that are replaced in every turn', async () => {
  const reader = new LatestRows();
  let sequence = 1;
  let isOver = false;
  const replace = (): void => {
    sequence++;
    reader.rows = NAMES.map((name) => row(name, sequence));
    if (!isOver) setImmediate(replace);
  };
  setImmediate(replace);
  const found = await reader.read();
  isOver = true;
  expect(new Set(found.map(([, ofRow]) => ofRow)).size).toBe(1);
  expect(found).toHaveLength(NAMES.length);
});
