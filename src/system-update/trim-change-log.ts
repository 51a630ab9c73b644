import type { SearchIndex } from '../search/search-index.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { MetadataStore } from '../store/metadata-store.ts';

/** Dependencies of trimming the change log. */
export interface LogTrimParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'trimLog'>;
  readonly index: Pick<SearchIndex, 'flush' | 'reload' | 'mark' | 'position'>;
  /** Minimum age of a commit in ms; Infinity: nothing is trimmed. */
  readonly keepForMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Deletes commits from the log that are old enough and no longer needed by this process's index on disk, the audit
 * log or a rebuild. Waits while a job runs, in any process: it may be such a rebuild. When the signal is aborted,
 * stops after the current batch, or rejects.
 */
export async function trimChangeLog(
  { index, keepForMs, now, store }: LogTrimParts,
  signal: AbortSignal,
): Promise<void> {
  if (keepForMs === Infinity) return;
  const before = now() - keepForMs;
  const oldest = await store.log.oldest();
  if (oldest === undefined || oldest.created.time >= before) return;
  await using lease = await awaitLease(store.leases, 'jobs', { signal });
  await index.reload();
  // The commit of the mark stays, too: it shows whether the log was rewound.
  const below = Math.min(index.position(), index.mark()?.sequence ?? Infinity);
  // The next start follows the log from the position on disk.
  await index.flush();
  const isOver = (): boolean => signal.aborted || lease.lost.aborted;
  while (!isOver() && (await store.trimLog({ below, before })) > 0);
}
