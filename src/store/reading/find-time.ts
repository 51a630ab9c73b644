import type { Sequence } from '../../model/sequence.ts';
import type { LogPosition } from '../change-reader.ts';
import type { ChangeLogReader } from '../metadata-store.ts';

/**
 * The position before the first commit made at `time` (epoch ms) or later, at most that of `upTo`; undefined when
 * earlier commits have been trimmed. Bisects: commit times increase.
 */
export async function findTime(
  log: Pick<ChangeLogReader, 'oldest' | 'commitsAfter' | 'markOf'>,
  time: number,
  upTo: Sequence,
): Promise<LogPosition | undefined> {
  const oldest = await log.oldest();
  if (oldest === undefined) return { sequence: 0, id: undefined };
  if (oldest.created.time >= time) {
    return oldest.sequence === 1 ? { sequence: 0, id: undefined } : undefined;
  }
  // Invariant: commit `low` is earlier; `high` and all later commits are not.
  let [low, high] = [oldest.sequence, upTo + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [commit] = await log.commitsAfter(middle - 1, 1);
    if (commit !== undefined && commit.created.time < time) low = middle;
    else high = middle;
  }
  return { sequence: low, id: (await log.markOf(low))?.id };
}
