import type { SearchIndex } from '../search/search-index.ts';
import type { ChangeLogReader } from '../store/metadata-store.ts';

/**
 * Why an index cannot follow the log from its position, as the end of a sentence; undefined if it can. The log may have
 * lost commits that the index contains (it was rewound, even if it has grown again), or be trimmed beyond them.
 */
export async function whyCutOff(
  index: Pick<SearchIndex, 'mark' | 'position'>,
  log: Pick<ChangeLogReader, 'markOf' | 'oldest'>,
): Promise<string | undefined> {
  const [position, mark] = [index.position(), index.mark()];
  if (position === 0) return undefined;
  if (mark !== undefined && (await log.markOf(mark.sequence))?.id === mark.id) return undefined;
  const begin = (await log.oldest())?.sequence ?? 1;
  // Whether the log was rewound can only be told while the commit of the mark is in it.
  if ((mark?.sequence ?? position + 1) < begin) {
    return `it ends with commit ${position}, but the change log begins with commit ${begin} (option changeLog.keepFor).`;
  }
  return mark && 'the store has lost commits that it contains, for example in a failover.';
}
