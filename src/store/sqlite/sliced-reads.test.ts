import { expect, it } from 'vitest';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import type { AspectRow } from '../entity-rows.ts';
import { ReadSize } from '../read-limit.ts';
import { readFormer, readLatest, readPoints } from './sliced-reads.ts';

const URN = parseUrn('urn:li:tag:a');
const CREATED = { time: 1, actor: URN };
const SYSTEM = { lastObserved: 1, runId: 'r', version: '1' };
const STORED = { id: 1, entity: { urn: URN, created: CREATED, systemMetadata: SYSTEM, createdIn: 1 } };
/** As long as what is read before other work runs. */
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

it('reads long former versions and points in turns, each once', async () => {
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

it('reads the latest aspects of one moment, though a commit comes in between', async () => {
  let rows = NAMES.map((name) => row(name, 1));
  const reader = {
    *latest(_stored: unknown, _names: unknown, last?: string) {
      yield* after(rows, ({ aspect }) => aspect.aspectName === last);
    },
    latestSequences: () => new Map(rows.map(({ aspect }) => [aspect.aspectName, aspect.sequence])),
  };
  const sequences = (found: ReadonlyMap<string, AspectRow>) =>
    [...found].map(([name, { aspect }]) => [name, aspect.sequence]);
  const [found, turns] = await rounds(readLatest(reader, STORED, undefined, new ReadSize(), 0));
  expect(sequences(found)).toEqual(NAMES.map((name) => [name, 1]));
  expect(turns).toBeGreaterThanOrEqual(NAMES.length - 1);

  const reading = readLatest(reader, STORED, undefined, new ReadSize(), 0);
  rows = NAMES.map((name) => row(name, 2));
  expect(sequences(await reading)).toEqual(NAMES.map((name) => [name, 2]));
});
