import type { MetadataStore } from '../store/metadata-store.ts';
import type { VersionSelection } from '../store/version-trim.ts';

/** What it works with. */
export interface RetentionParts {
  readonly store: Pick<MetadataStore, 'versions'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Lets requests go first between two stretches. */
  readonly pause: () => Promise<void>;
}

/** Drops the former versions that the policies of retention do not keep, stretch by stretch; answers how many. */
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
