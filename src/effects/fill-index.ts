import type { Sequence } from '../model/sequence.ts';
import type { CommitPoint } from '../search/fill-progress.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { EntityPage } from '../store/system-reader.ts';
import type { ReadDocuments } from './index-documents.ts';

/** Source of the documents. */
export interface FillParts {
  readonly store: Pick<MetadataStore, 'log' | 'others' | 'reader'>;
  readonly readDocuments: ReadDocuments;
}

/** Options of filling an index. */
export interface FillOptions {
  /** Position of the index afterwards, unless it goes on. Later commits, even if already included, are applied again. */
  readonly upTo: Sequence;
  /** Entities per page. */
  readonly page: number;
  /** Aborting leaves the index partly filled, and saved. */
  readonly signal?: AbortSignal;
  /** Called after each page with the number of entities so far; awaited before the next page. */
  readonly turned?: (entities: number) => Promise<void>;
}

/** Entities after which the index is saved: at most so many are read again after a kill. */
const SAVE_EVERY = 16_384;

/**
 * Indexes every entity of the store, or those that are missing if the index has been filled in part; returns their number,
 * all together. Rejects when aborted.
 */
export async function fillIndex(
  target: SearchIndex,
  parts: FillParts,
  options: FillOptions,
): Promise<number> {
  const { page, signal, turned } = options;
  const { readDocuments, store } = parts;
  const found = target.fillProgress();
  const upTo = found?.upTo ?? (await pointOf(options.upTo, store));
  let { entities, place } = found ?? { entities: 0, place: 0 };
  let saved = entities;
  let saving: Promise<void> = Promise.resolve();
  const note = async (): Promise<void> => {
    await saving;
    const seen = await pointOf(await store.others.refresh(), store);
    target.noteFill({ upTo, seen, place, entities });
  };
  const save = async (): Promise<void> => {
    await note();
    saved = entities;
    saving = target.flush();
    // A failure is reported by the next save; until then the rejection must not be unhandled.
    saving.catch(() => undefined);
  };
  while (place !== undefined && signal?.aborted !== true) {
    const read: EntityPage = await store.reader.entitiesFrom(place, page);
    await target.apply(0, await readDocuments([...read.entities.keys()], read.entities));
    entities += read.entities.size;
    place = read.next;
    await turned?.(entities);
    if (entities - saved >= SAVE_EVERY) await save();
  }
  await note();
  if (signal?.aborted === true) {
    await target.flush();
    throw signal.reason;
  }
  await target.apply(upTo.sequence, [], upTo.id);
  return entities;
}

async function pointOf(sequence: Sequence, { log }: Pick<MetadataStore, 'log'>): Promise<CommitPoint> {
  const id = (await log.markOf(sequence))?.id;
  return id === undefined ? { sequence } : { sequence, id };
}
