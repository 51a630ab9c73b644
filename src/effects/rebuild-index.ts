import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { fillIndex } from './fill-index.ts';
import type { ReadDocuments } from './index-documents.ts';
import { changedBy, isOfLog } from './index-feed.ts';
import type { EffectsRunner } from './runner.ts';

/** What a rebuild works with. */
export interface RebuildParts {
  readonly store: MetadataStore;
  readonly index: SwappableIndex;
  readonly readDocuments: ReadDocuments;
  readonly effects: Pick<EffectsRunner, 'between' | 'remember'>;
  /** Lets requests go first between two pages. */
  readonly pause: () => Promise<void>;
}

/** How a rebuild is followed and given up. */
export interface RebuildControl {
  /** Told how many entities have been read. */
  readonly tell: (entities: number) => void;
  /** Aborted: what has been built is thrown away. */
  readonly signal: AbortSignal;
}

/** Entities read at a time: few, because reading a page is one step of the event loop. */
const ENTITIES = 100;

/** Commits taken from the log at a time. */
const COMMITS = 500;

/**
 * Builds the index anew from the store, beside the one in use, and puts it in its place; answers the number of
 * entities. Reads and writes go on: what is written meanwhile is in the change log and follows, the last of it while
 * nothing else is applied, so that the new index stands exactly where the old one stood when it takes over.
 */
export async function rebuildIndex(parts: RebuildParts, control: RebuildControl): Promise<number> {
  const { effects, index } = parts;
  const next = await index.openNext();
  await using unused = new AsyncDisposableStack();
  unused.defer(() => next.remove());
  const entities = await readEverything(next.index, parts, control);
  await follow(next.index, index.position(), parts, control);
  await next.index.flush();
  await effects.between(async () => {
    await follow(next.index, index.position(), parts, control);
    if (!(await isOfLog(next.index, parts.store.log))) throw rewound();
    await index.replaceBy(next);
    // It is in use from here on, so that nothing gives it up any more.
    unused.move();
  });
  await index.retired();
  await index.visible(index.position());
  return entities;
}

/** Walks all entities. Whatever the index in use has not taken in yet comes again with its commit. */
async function readEverything(
  target: SearchIndex,
  { effects, index, pause, readDocuments, store }: RebuildParts,
  { signal, tell }: RebuildControl,
): Promise<number> {
  let read = 0;
  const turned = (entities: number): Promise<void> => {
    tell((read += entities));
    return pause();
  };
  const parts = { store, readDocuments };
  const upTo = index.position();
  await effects.remember(upTo);
  await fillIndex(target, parts, { upTo, page: ENTITIES, signal, turned });
  return read;
}

/** Applies the commits up to a position that the index in use has reached. */
async function follow(
  target: SearchIndex,
  upTo: Sequence,
  { effects, pause, readDocuments, store }: RebuildParts,
  { signal }: RebuildControl,
): Promise<void> {
  await effects.remember(upTo);
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

function rewound(): CatalogError {
  return new CatalogError(
    'CONFLICT',
    'The store has lost commits meanwhile, as in a fail-over. Start the rebuild once more.',
  );
}
