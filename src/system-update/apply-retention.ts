import type { MetadataStore } from '../store/metadata-store.ts';
import type { VersionSelection } from '../store/version-trim.ts';

/** Dependencies of applying retention. */
export interface RetentionParts {
  readonly store: Pick<MetadataStore, 'versions'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Yields to requests between two batches. */
  readonly pause: () => Promise<void>;
}

/** Deletes earlier aspect versions that the retention policies do not keep, in batches; returns their number. */
export async function applyRetention(
  { store, now, pause }: RetentionParts,
  selection: VersionSelection,
): Promise<number> {
  let [after, total] = [0, 0];
  for (;;) {
    const { isDone, removed, walkedTo } = await store.versions.trim({ ...selection, after, now: now() });
    total += removed;
    if (isDone) return total;
    after = walkedTo;
    await pause();
  }
}
