import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { fillIndex } from './fill-index.ts';
import type { ReadDocuments } from './index-documents.ts';
import { changedBy } from './index-feed.ts';
import { reasonCannotResume } from './index-standing.ts';
import type { EffectsRunner } from './runner.ts';

/** Dependencies of a rebuild. */
export interface RebuildParts {
  readonly store: MetadataStore;
  readonly index: SwappableIndex;
  readonly readDocuments: ReadDocuments;
  readonly effects: Pick<EffectsRunner, 'between' | 'catchUpMemory'>;
  /** Yields to requests between two pages. */
  readonly pause: () => Promise<void>;
}

/** Progress and cancellation of a rebuild. */
export interface RebuildControl {
  /** Reports the number of entities read so far. */
  readonly reportProgress: (entities: number) => void;
  /** Aborting leaves the new index unfinished. */
  readonly signal: AbortSignal;
  /** Whether to discard an unfinished index: the new one must not contain earlier reads. */
  readonly isAfresh?: boolean;
}

/** Outcome of a rebuild. */
export interface Rebuilt {
  /** Number of entities read, including those of an interrupted rebuild. */
  readonly entities: number;
  /** Number of entities read by an interrupted rebuild; absent if there was none. */
  readonly goneOnAfter?: number;
}

/** Entities per page; small, because a page is processed in one event loop turn. */
const ENTITIES = 100;

/** Commits read from the log at a time. */
const COMMITS = 500;

/**
 * Builds a new index from the store beside the one in use, then swaps them. Continues an unfinished one, unless
 * `isAfresh`. Reads and writes continue: concurrent commits are applied from the change log, the last ones while the
 * old index is paused, so that both have the same position at the swap. Throws CONFLICT if the store has lost or
 * trimmed commits meanwhile.
 */
export async function rebuildIndex(parts: RebuildParts, control: RebuildControl): Promise<Rebuilt> {
  const { effects, index, store } = parts;
  const canResume = async (left: SearchIndex): Promise<boolean> =>
    left.fillProgress() !== undefined && (await reasonCannotResume(left, store.log)) === undefined;
  const next = await (control.isAfresh === true ? index.openNext() : index.openNext(canResume));
  const goneOnAfter = next.index.fillProgress()?.entities;
  await using unused = new AsyncDisposableStack();
  unused.defer(() => (control.signal.aborted ? next.leave() : next.remove()));
  const entities = await readEverything(next.index, parts, control);
  await follow(next.index, index.position(), parts, control);
  await next.index.flush();
  await effects.between(async () => {
    await follow(next.index, index.position(), parts, control);
    const reason = await reasonCannotResume(next.index, store.log);
    if (reason !== undefined) throw cutOff(reason);
    await index.replaceBy(next);
    // In use from here on: a later failure must not remove it.
    unused.move();
  });
  await index.retired();
  await index.visible(index.position());
  return { entities, ...(goneOnAfter !== undefined && { goneOnAfter }) };
}

/** Indexes all entities. Commits that the index in use has not applied yet are applied again later. */
async function readEverything(
  target: SearchIndex,
  { effects, index, pause, readDocuments, store }: RebuildParts,
  { signal, reportProgress }: RebuildControl,
): Promise<number> {
  const turned = (entities: number): Promise<void> => {
    reportProgress(entities);
    return pause();
  };
  // Another process may have written a shared index; from an old position, more of the log than needed is applied again.
  await index.reload();
  const upTo = index.position();
  await effects.catchUpMemory(upTo);
  return fillIndex(target, { store, readDocuments }, { upTo, page: ENTITIES, signal, turned });
}

/** Applies the commits up to a position of the index in use. */
async function follow(
  target: SearchIndex,
  upTo: Sequence,
  { effects, pause, readDocuments, store }: RebuildParts,
  { signal }: RebuildControl,
): Promise<void> {
  await effects.catchUpMemory(upTo);
  while (target.position() < upTo) {
    signal.throwIfAborted();
    const commits = await store.log.commitsAfter(target.position(), COMMITS);
    const due = commits.filter(({ sequence }) => sequence <= upTo);
    const urns = changedBy(due);
    for (let start = 0; start < urns.length; start += ENTITIES) {
      await target.apply(0, await readDocuments(urns.slice(start, start + ENTITIES)));
      await pause();
    }
    const last = due.at(-1);
    await target.apply(last?.sequence ?? upTo, [], last?.id);
  }
}

function cutOff(reason: string): CatalogError {
  return new CatalogError('CONFLICT', `The new index cannot be used: ${reason} Start the rebuild again.`);
}
