import type { Aspect } from '../../model/aspect.ts';
import type { AspectRow, FormerVersion } from '../entity-rows.ts';
import type { PointWindow } from '../point-scan.ts';
import type { ReadSize } from '../read-limit.ts';
import type { PlacedPoint, RowReader, StoredEntity } from './row-reader.ts';

/**
 * The latest rows of the named aspects of an entity, or of all, by aspect name: those of one moment, even if other work runs
 * between long ones. Throws ReadTooLargeError with `fitting`.
 */
export async function readLatest(
  rows: Pick<RowReader, 'latest' | 'latestSequences'>,
  stored: StoredEntity,
  aspectNames: readonly string[] | undefined,
  size: ReadSize,
  fitting: number,
): Promise<ReadonlyMap<string, AspectRow>> {
  const found = new Map<string, AspectRow>();
  const slices = await inSlices(
    (last?: AspectRow) => rows.latest(stored, aspectNames, last?.aspect.aspectName),
    (row) => {
      size.addOrThrow(row.aspect.text, fitting);
      found.set(row.aspect.aspectName, row);
    },
    size,
  );
  if (slices === 1 || areLatest(found, rows.latestSequences(stored, aspectNames))) return found;
  // A commit came in between.
  const again = [...rows.latest(stored, aspectNames)];
  return new Map(again.map((row) => [row.aspect.aspectName, row]));
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
 * Takes all elements; other work runs after each slice of long ones. Every slice is a statement of its own, because none may
 * stay open meanwhile. Returns the number of slices.
 */
async function inSlices<T>(
  after: (last: T | undefined) => Iterable<T>,
  take: (element: T) => void,
  size: ReadSize,
): Promise<number> {
  let last: T | undefined;
  for (let slices = 1; ; slices++) {
    let isWhole = true;
    for (const element of after(last)) {
      take(element);
      last = element;
      if (!size.isTurnDue) continue;
      isWhole = false;
      break;
    }
    if (size.isTurnDue) await size.turn();
    if (isWhole) return slices;
  }
}

/** Whether the rows are the latest of their entity, by the sequence that wrote each. */
function areLatest(rows: ReadonlyMap<string, AspectRow>, sequences: ReadonlyMap<string, number>): boolean {
  return (
    rows.size === sequences.size &&
    rows.entries().every(([name, { aspect }]) => sequences.get(name) === aspect.sequence)
  );
}
