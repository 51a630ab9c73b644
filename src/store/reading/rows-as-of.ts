import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectRow, FormerVersion } from '../entity-rows.ts';
import { ReadSize } from '../read-limit.ts';
import type { SystemReader } from '../system-reader.ts';
import { numberIn } from '../written-aspect.ts';

/** The rows of an entity as they were after a commit, where they are kept. */
export interface RowsAsOf {
  /** By aspect name. */
  readonly rows: ReadonlyMap<string, AspectRow>;
  /** Names of the aspects whose version of that time is no longer stored. */
  readonly notKept: ReadonlySet<string>;
}

/**
 * Reads the rows of an entity as they were after a commit. Exact only if all later deletions are kept. A version that a later
 * commit replaced counts only if its number is one less than its successor's, because a rollback drops versions in between.
 * Deleted aspects that `isSeen` excludes are left out. TOO_LARGE when the latest versions, the versions of one aspect, or the
 * result have more than `most` characters.
 */
export async function rowsAsOf(
  reader: Pick<SystemReader, 'deletedVersions' | 'deletionsAfter' | 'history' | 'rows'>,
  urn: Urn,
  sequence: Sequence,
  most: number,
  isSeen: (aspectName: string) => boolean,
): Promise<RowsAsOf> {
  const rows = new Map<string, AspectRow>();
  const notKept = new Set<string>();
  const size = new ReadSize(most);
  const decide = (aspectName: string, found: Found): void => {
    rows.delete(aspectName);
    notKept.delete(aspectName);
    if (found === 'not kept') notKept.add(aspectName);
    if (typeof found !== 'object') return;
    size.addOrThrow(found.aspect.text);
    rows.set(aspectName, found);
  };
  const current = (await reader.rows([urn], undefined, most)).get(urn)?.rows ?? new Map<string, AspectRow>();
  for (const [aspectName, latest] of current) {
    const former = isBy(latest, sequence) ? [] : await reader.history({ urn, aspectName }, most);
    decide(aspectName, versionAsOf(latest, former, sequence));
  }
  // Read last, to include rows deleted meanwhile. The first deletion after the commit has the rows of that time.
  for (const key of await reader.deletionsAfter(urn, sequence)) {
    if (!isSeen(key.aspectName)) continue;
    const [latest, ...former] = await reader.deletedVersions(key, most);
    if (latest !== undefined) decide(key.aspectName, versionAsOf(latest.row, former, sequence));
  }
  return { rows, notKept };
}

/** Undefined: there was none. */
type Found = AspectRow | 'not kept' | undefined;

/** `former`: newest first. */
function versionAsOf(latest: AspectRow, former: readonly FormerVersion[], sequence: Sequence): Found {
  if (isBy(latest, sequence)) return latest;
  let later = latest;
  for (const { row } of former) {
    if (!isBy(row, sequence)) later = row;
    else return numberIn(row) + 1 === numberIn(later) ? row : 'not kept';
  }
  return numberIn(later) === 1 ? undefined : 'not kept';
}

function isBy({ aspect, internal }: AspectRow, sequence: Sequence): boolean {
  return (internal.shownSince ?? aspect.sequence) <= sequence;
}
