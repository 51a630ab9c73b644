import type { Sequence } from '../model/sequence.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { EntityPage } from '../store/system-reader.ts';
import { fillTogether, type RangeParts } from './fill-ranges.ts';
import { commitPoint } from './index-standing.ts';

/** Options of filling an index. */
export interface FillOptions {
  /**
   * Position of the index afterwards, unless a partial fill is continued. Later commits, even if already included,
   * are applied again.
   */
  readonly upTo: Sequence;
  /** Entities per page of an index that is not shared. */
  readonly page: number;
  /** Aborting leaves the index partly filled, and saved. */
  readonly signal?: AbortSignal;
  /** Called after each page with the number of entities so far; awaited before the next page. */
  readonly turned?: (entities: number) => Promise<void>;
  /** Called after each page of an index that is not shared, with the places of this page's end and of the last entity. */
  readonly reached?: (place: number, last: number) => void;
}

/** The index is saved after this many entities: at most so many are read again after a kill. */
const SAVE_EVERY = 16_384;

/**
 * Indexes every entity of the store, or the missing ones if the index is partly filled; returns the total number.
 * Other processes may help if the index is shared. Rejects when aborted.
 */
export async function fillIndex(
  target: SearchIndex,
  parts: RangeParts,
  options: FillOptions,
): Promise<number> {
  const fill = target.sharedFill;
  if (fill === undefined) return fillAlone(target, parts, options);
  const { signal = new AbortController().signal, turned = () => Promise.resolve() } = options;
  const { entities, upTo } = await fillTogether(fill, parts, { upTo: options.upTo, signal, turned });
  // Others may have added types.
  await target.reload();
  await target.apply(upTo.sequence, [], upTo.id);
  return entities;
}

async function fillAlone(target: SearchIndex, parts: RangeParts, options: FillOptions): Promise<number> {
  const { page, reached, signal, turned } = options;
  const { readDocuments, store } = parts;
  const found = target.fillProgress();
  const upTo = found?.upTo ?? (await commitPoint(options.upTo, store.log));
  let { entities, place } = found ?? { entities: 0, place: 0 };
  let saved = entities;
  let saving: Promise<void> = Promise.resolve();
  const note = async (): Promise<void> => {
    await saving;
    const seen = await commitPoint(await store.others.refresh(), store.log);
    target.recordFill({ upTo, seen, place, entities });
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
    reached?.(place ?? read.last, read.last);
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
