import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import type { SharedFill } from '../search/search-index.ts';
import {
  isOpenRange,
  openRanges,
  withRange,
  type DoneRange,
  type SharedProgress,
} from '../search/shared-progress.ts';
import type { Lease } from '../store/leases.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { EntityPage } from '../store/system-reader.ts';
import type { ReadDocuments } from './index-documents.ts';
import { commitPoint } from './index-standing.ts';

/** Source of the documents. */
export interface RangeParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'others' | 'reader'>;
  readonly readDocuments: ReadDocuments;
}

/** Progress and cancellation. */
export interface RangeControl {
  /** Aborting leaves the index partly filled. */
  readonly signal: AbortSignal;
  /** Called after each page with the number of entities so far, of all processes; awaited before the next page. */
  readonly turned: (entities: number) => Promise<void>;
}

/** Entity row numbers per range: a second of work, which is repeated if its process dies. */
const RANGE = 4_000;
/** Row numbers read, and documents written, at once. */
const PAGE = 500;
/** Ranges that a process works on at once: one is read while the documents of the other are written. */
const AT_ONCE = 2;
/** Interval (ms) for checking whether others have finished their ranges, or have died. */
const CHECK_INTERVAL = 100;

/**
 * Fills an index together with the processes that join, or continues an interrupted fill; resolves with the progress
 * when every range of every process is done. Rejects when aborted.
 */
export async function fillTogether(
  fill: SharedFill,
  parts: RangeParts,
  { signal, turned, upTo }: RangeControl & { readonly upTo: Sequence },
): Promise<SharedProgress> {
  const first = await commitPoint(upTo, parts.store.log);
  using _begun = await fill.begin({
    upTo: first,
    seen: first,
    place: 0,
    entities: 0,
    size: RANGE,
    ahead: [],
  });
  for (;;) {
    await takeRanges(fill, parts, { signal, turned });
    const progress = await fill.reload();
    if (progress === undefined) throw new CatalogError('UNAVAILABLE', 'The index that was filled is lost.');
    await turned(progress.entities);
    if (progress.place === undefined) return progress;
    await sleep(CHECK_INTERVAL, undefined, { signal });
  }
}

/** Reads and writes ranges while one is free; resolves with the number of entities that this process has written. */
export async function takeRanges(
  fill: SharedFill,
  { readDocuments, store }: RangeParts,
  { signal, turned }: RangeControl,
): Promise<number> {
  /** Entities of this process in ranges that are done, and in those that are not. */
  let [done, pending] = [0, 0];
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);

  const readRange = async (begin: number, size: number, given: AbortSignal): Promise<DoneRange> => {
    let [entities, place]: [number, number | undefined] = [0, begin];
    try {
      while (place !== undefined && place < begin + size) {
        given.throwIfAborted();
        const read: EntityPage = await store.reader.entitiesFrom(place, Math.min(PAGE, begin + size - place));
        await noteSeen(fill, store);
        await fill.write(await readDocuments([...read.entities.keys()], read.entities));
        entities += read.entities.size;
        pending += read.entities.size;
        place = read.next;
        await turned((fill.progress()?.entities ?? 0) + pending);
      }
      given.throwIfAborted();
      const range = { begin, entities, isLast: place === undefined };
      await fill.note((progress) => withRange(progress, range));
      return range;
    } finally {
      pending -= entities;
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      stop.throwIfAborted();
      await using taken = await takeRange(fill, store);
      if (taken === undefined) return;
      const { begin, lease, size } = taken;
      try {
        done += (await readRange(begin, size, AbortSignal.any([stop, lease.lost]))).entities;
      } catch (error) {
        // The lease was lost: its new holder does the range, or another process takes it.
        if (!lease.lost.aborted || stop.aborted) throw error;
      }
    }
  };

  const works = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(works);
  stop.throwIfAborted();
  return done;
}

/** A range of which this process has the lease. */
interface TakenRange extends AsyncDisposable {
  readonly begin: number;
  readonly size: number;
  readonly lease: Lease;
}

/** Takes a range that is not done and that nobody works on; undefined if there is none. */
async function takeRange(
  fill: SharedFill,
  { leases }: Pick<MetadataStore, 'leases'>,
): Promise<TakenRange | undefined> {
  const known = await fill.reload();
  if (known === undefined) return undefined;
  for (const begin of openRanges(known)) {
    const lease = await leases.acquire(`${fill.id} ${begin}`);
    if (lease === undefined) continue;
    // Its previous holder may have finished it since.
    const now = await fill.reload();
    if (now !== undefined && isOpenRange(now, begin)) {
      return { begin, size: now.size, lease, [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose]() };
    }
    await lease[Symbol.asyncDispose]();
    // The known progress is stale. It may lack the last range, so that ranges would be taken without end.
    return takeRange(fill, { leases });
  }
  return undefined;
}

/** Notes the last commit, which rows that were just read may contain, before they are written. */
async function noteSeen(fill: SharedFill, { log, others }: RangeParts['store']): Promise<void> {
  const last = await others.refresh();
  if (last <= (fill.progress()?.seen.sequence ?? 0)) return;
  const seen = await commitPoint(last, log);
  await fill.note((progress) => (progress.seen.sequence < last ? { ...progress, seen } : progress));
}
