import type { Sequence } from '../model/sequence.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { EntityPage, MetadataStore } from '../store/metadata-store.ts';
import type { ReadDocuments } from './index-documents.ts';

/** What an index is filled from. */
export interface FillParts {
  readonly store: Pick<MetadataStore, 'log' | 'reader'>;
  readonly readDocuments: ReadDocuments;
}

/** How an index is filled. */
export interface FillOptions {
  /** Commit that the index contains afterwards; what is written meanwhile comes again with its commit. */
  readonly upTo: Sequence;
  /** Entities read at a time. */
  readonly page: number;
  /** Aborted: the index stays as far as it has come. */
  readonly signal?: AbortSignal;
  /** Told how many entities a page had, and waited for before the next one. */
  readonly turned?: (entities: number) => Promise<void>;
}

/** Makes a document of every entity. */
export async function fillIndex(
  target: SearchIndex,
  { readDocuments, store }: FillParts,
  { page, signal, turned, upTo }: FillOptions,
): Promise<void> {
  const mark = await store.log.markOf(upTo);
  for (let place: number | undefined = 0; place !== undefined;) {
    signal?.throwIfAborted();
    const { entities, next }: EntityPage = await store.reader.entitiesFrom(place, page);
    await target.apply(0, await readDocuments([...entities.keys()], entities));
    await turned?.(entities.size);
    place = next;
  }
  await target.apply(upTo, [], mark?.id);
}
