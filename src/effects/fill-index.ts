import type { Sequence } from '../model/sequence.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { EntityPage } from '../store/system-reader.ts';
import type { ReadDocuments } from './index-documents.ts';

/** Source of the documents. */
export interface FillParts {
  readonly store: Pick<MetadataStore, 'log' | 'reader'>;
  readonly readDocuments: ReadDocuments;
}

/** Options of filling an index. */
export interface FillOptions {
  /** Position of the index afterwards. Later commits, even if already included, are applied again. */
  readonly upTo: Sequence;
  /** Entities per page. */
  readonly page: number;
  /** Aborting leaves the index partly filled. */
  readonly signal?: AbortSignal;
  /** Called after each page with its number of entities; awaited before the next page. */
  readonly turned?: (entities: number) => Promise<void>;
}

/** Indexes every entity of the store. Rejects when aborted. */
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
