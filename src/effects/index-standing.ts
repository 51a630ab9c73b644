import { isCatalogId, type CommitMark, type Sequence } from '../model/sequence.ts';
import type { CommitPoint } from '../search/fill-progress.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { ChangeLogReader } from '../store/metadata-store.ts';

const FOREIGN = 'it belongs to another catalog.';
const LOST = 'the store has lost commits that it contains, for example in a failover.';

/**
 * Why an index cannot follow the log from its position, or from its position once filled, as the end of a sentence;
 * undefined if it can. The index may belong to another catalog, or the log may have lost commits that the index
 * contains (it was rewound, even if it has grown again) or be trimmed beyond them.
 */
export async function reasonCannotResume(
  index: Pick<SearchIndex, 'fillProgress' | 'mark' | 'position'>,
  log: Pick<ChangeLogReader, 'catalogId' | 'lastSequence' | 'markOf' | 'oldest'>,
): Promise<string | undefined> {
  const fill = index.fillProgress();
  const isFilled = index.position() > 0;
  if (!isFilled && fill === undefined) return undefined;
  const position = isFilled ? index.position() : (fill?.upTo.sequence ?? 0);
  const mark = isFilled ? index.mark() : markAt(fill?.upTo);
  const reason = await whyNotFrom(position, mark, log);
  if (reason !== undefined || fill === undefined || fill.seen.sequence <= position) return reason;
  const { id, sequence } = fill.seen;
  const isLost =
    sequence > log.lastSequence() || (id !== undefined && (await log.markOf(sequence))?.id !== id);
  return isLost ? LOST : undefined;
}

/** Whether a mark is known to belong to another catalog. */
export function isForeign(mark: CommitMark | undefined, log: Pick<ChangeLogReader, 'catalogId'>): boolean {
  return mark !== undefined && isCatalogId(mark.id) && mark.id !== log.catalogId;
}

/** A commit with its id. */
export async function commitPoint(
  sequence: Sequence,
  log: Pick<ChangeLogReader, 'markOf'>,
): Promise<CommitPoint> {
  const id = (await log.markOf(sequence))?.id;
  return id === undefined ? { sequence } : { sequence, id };
}

async function whyNotFrom(
  position: Sequence,
  mark: CommitMark | undefined,
  log: Pick<ChangeLogReader, 'catalogId' | 'markOf' | 'oldest'>,
): Promise<string | undefined> {
  if (isForeign(mark, log)) return FOREIGN;
  if (mark !== undefined && (await log.markOf(mark.sequence))?.id === mark.id) return undefined;
  const begin = (await log.oldest())?.sequence ?? 1;
  // A rewind of the log can only be detected while the commit of the mark is in it.
  if ((mark?.sequence ?? position + 1) < begin) {
    return `it ends with commit ${position}, but the change log begins with commit ${begin} (option changeLog.keepFor).`;
  }
  return mark && LOST;
}

function markAt(point: CommitPoint | undefined): CommitMark | undefined {
  return point?.id === undefined ? undefined : { sequence: point.sequence, id: point.id };
}
