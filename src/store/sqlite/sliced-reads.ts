import type { Aspect } from '../../model/aspect.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { AspectRow, EntityRows, FormerVersion } from '../entity-rows.ts';
import type { PointWindow } from '../point-scan.ts';
import { ReadSize } from '../read-limit.ts';
import type { OneSnapshot } from './one-snapshot.ts';
import type { PlacedPoint, RowReader, StoredEntity } from './row-reader.ts';

type LatestReader = Pick<RowReader, 'entity' | 'latest' | 'latestSequences'>;

/** An entity of which a turn of the event loop has read only some rows. */
interface BegunEntity {
  readonly stored: StoredEntity;
  readonly read: Map<string, AspectRow>;
  /** Number of entities before it. */
  readonly before: number;
}

/**
 * The latest rows of entities, of the named aspects or of all, without missing entities; those of each are of one moment, even
 * if other work runs between long ones. Entities read in one turn of the event loop share a snapshot, because a statement
 * outside of one locks the log of the database by itself. Throws ReadTooLargeError with `fitting`.
 */
export async function readEntities(
  rows: LatestReader,
  inOneSnapshot: OneSnapshot,
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
  size: ReadSize,
): Promise<ReadonlyMap<Urn, EntityRows>> {
  const found = new Map<Urn, EntityRows>();
  const readTurn = (from: number): { readonly next: number; readonly begun?: BegunEntity } => {
    for (let i = from; i < urns.length; i++) {
      if (size.isTurnDue) return { next: i };
      const urn = urns[i];
      const stored = urn === undefined || found.has(urn) ? undefined : rows.entity(urn);
      if (stored === undefined) continue;
      const read = new Map<string, AspectRow>();
      const isWhole = takeSlice(rows.latest(stored, aspectNames), adderTo(read, size, i), size);
      if (!isWhole) return { next: i + 1, begun: { stored, read, before: i } };
      found.set(stored.entity.urn, { entity: stored.entity, rows: read });
    }
    return { next: urns.length };
  };
  let next = 0;
  while (next < urns.length) {
    const turn = inOneSnapshot(() => readTurn(next));
    ({ next } = turn);
    await size.turn();
    if (turn.begun === undefined) continue;
    const { entity } = turn.begun.stored;
    found.set(entity.urn, { entity, rows: await readRest(rows, turn.begun, aspectNames, size) });
  }
  return found;
}

/** Rows of an entity, those that were read and the rest. */
async function readRest(
  rows: LatestReader,
  { before, read, stored }: BegunEntity,
  aspectNames: readonly string[] | undefined,
  size: ReadSize,
): Promise<ReadonlyMap<string, AspectRow>> {
  const lastRead = [...read.keys()].at(-1);
  await inSlices(
    (last?: AspectRow) => rows.latest(stored, aspectNames, last?.aspect.aspectName ?? lastRead),
    adderTo(read, size, before),
    size,
  );
  return renewed(rows, stored, aspectNames, read);
}

function adderTo(read: Map<string, AspectRow>, size: ReadSize, fitting: number): (row: AspectRow) => void {
  return (row) => {
    size.addOrThrow(row.aspect.text, fitting);
    read.set(row.aspect.aspectName, row);
  };
}

/**
 * How often replaced rows are read again in slices, between which commits may replace them; after that, all are read in one
 * turn.
 */
const MOST_RENEWALS = 10;

/** The rows as of a later moment: rows replaced since are read again, deleted ones left out. */
async function renewed(
  rows: LatestReader,
  stored: StoredEntity,
  aspectNames: readonly string[] | undefined,
  read: ReadonlyMap<string, AspectRow>,
): Promise<ReadonlyMap<string, AspectRow>> {
  const found = new Map(read);
  for (let renewals = 0; ; renewals++) {
    const sequences = rows.latestSequences(stored, aspectNames);
    for (const name of found.keys()) if (!sequences.has(name)) found.delete(name);
    // Except damaged rows, which are never found.
    const missing = new Set(
      [...sequences].flatMap(([name, sequence]) =>
        found.get(name)?.aspect.sequence === sequence ? [] : [name],
      ),
    );
    if (missing.size === 0) return found;
    const size = new ReadSize();
    const slices = await inSlices(
      () => rows.latest(stored, [...missing]),
      (row) => {
        size.add(row.aspect.text);
        found.set(row.aspect.aspectName, row);
        missing.delete(row.aspect.aspectName);
      },
      size,
      renewals < MOST_RENEWALS,
    );
    for (const name of missing) found.delete(name);
    if (slices === 1) return found;
  }
}

/** Former versions of an aspect, newest first. Throws ReadTooLargeError. */
export async function readFormer(
  rows: Pick<RowReader, 'former'>,
  stored: StoredEntity,
  aspectName: string,
  size: ReadSize,
): Promise<FormerVersion[]> {
  const found: FormerVersion[] = [];
  await inSlices(
    (last?: FormerVersion) => rows.former(stored, aspectName, last?.version),
    (former) => {
      size.addOrThrow(former.row.aspect.text);
      found.push(former);
    },
    size,
  );
  return found;
}

/** Versions between two turns of the event loop. */
const VERSIONS_AT_ONCE = 500;

/** Sequences of up to `limit` kept versions of an entity, without those of aspects named `without`. */
export async function readVersionSequences(
  rows: Pick<RowReader, 'versionSequences'>,
  stored: StoredEntity,
  without: ReadonlySet<string>,
  limit: number,
): Promise<Sequence[]> {
  const found: Sequence[] = [];
  let page = rows.versionSequences(stored, without, [0, 0], VERSIONS_AT_ONCE);
  found.push(...page.sequences);
  while (page.next !== undefined && found.length < limit) {
    if (isTurnOver()) await nextTurn();
    page = rows.versionSequences(stored, without, page.next, VERSIONS_AT_ONCE);
    found.push(...page.sequences);
  }
  return found.slice(0, limit);
}

/** Points of an aspect within the window, newest first. Throws ReadTooLargeError. */
export async function readPoints(
  rows: Pick<RowReader, 'points'>,
  stored: StoredEntity,
  aspectName: string,
  limit: number,
  window: PointWindow | undefined,
  size: ReadSize,
): Promise<Aspect[]> {
  const found: Aspect[] = [];
  await inSlices(
    (last?: PlacedPoint) =>
      rows.points(stored, aspectName, limit - found.length, { ...window, after: last?.place }),
    ({ point }) => {
      size.addOrThrow(point.text, found.length);
      found.push(point);
    },
    size,
  );
  return found;
}

/**
 * Takes all elements; other work runs after each slice of long ones. Each slice is a separate statement, because none may
 * stay open meanwhile. Returns the number of slices; one if `isDivided` is false.
 */
async function inSlices<T>(
  after: (last: T | undefined) => Iterable<T>,
  take: (element: T) => void,
  size: ReadSize,
  isDivided = true,
): Promise<number> {
  let last: T | undefined;
  const takeLast = (element: T): void => {
    take(element);
    last = element;
  };
  for (let slices = 1; ; slices++) {
    const isWhole = takeSlice(after(last), takeLast, size, isDivided);
    await size.turn();
    if (isWhole) return slices;
  }
}

/** Takes elements until a turn is due, or all if `isDivided` is false; returns whether it took all. */
function takeSlice<T>(
  elements: Iterable<T>,
  take: (element: T) => void,
  size: ReadSize,
  isDivided = true,
): boolean {
  for (const element of elements) {
    take(element);
    if (isDivided && size.isTurnDue) return false;
  }
  return true;
}
