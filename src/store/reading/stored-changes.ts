import type { Commit, LogEntry } from '../metadata-store.ts';
import { DEFAULT_READ_SIZE, ReadSize } from '../read-limit.ts';
import type { SystemReader } from '../system-reader.ts';
import { NOTHING_WRITTEN, lengthOf, type WrittenAspect } from '../written-aspect.ts';
import type { RecentCommits } from './recent-commits.ts';
import type { StoredChange, StoredEntry } from './seen-changes.ts';

/** A commit with its selected entries, by their index in it. */
export interface Selected {
  readonly commit: Commit;
  readonly entries: readonly (readonly [number, LogEntry])[];
}

/**
 * Reads what the entries of commits wrote, shared among readers of the same recent commits. Ends before the commit with
 * which the values exceed `most` characters; of the first commit, values beyond `DEFAULT_READ_SIZE` are left out.
 */
export type StoredChanges = (
  selected: readonly Selected[],
  most?: number,
) => Promise<readonly StoredChange[]>;

/** Creates a reader of the values that commits wrote. */
export function createStoredChanges(
  recent: Pick<RecentCommits, 'written'>,
  reader: Pick<SystemReader, 'deleted' | 'deletedSizes' | 'written'>,
): StoredChanges {
  return async (selected, most) => {
    const known = recent.written(selected.map(({ commit }) => commit));
    const shared = await Promise.all(known.map(async (written) => written));
    const own = selected.filter((_, i) => shared[i] === undefined);
    const keys = own.flatMap(({ commit: { sequence }, entries }) =>
      entries.map(([, { urn, aspectName }]) => ({ urn, aspectName, sequence })),
    );
    let read = keys.length === 0 ? [] : await reader.written(keys, most);
    const first = shared[0] === undefined ? (selected[0]?.entries.length ?? 0) : 0;
    // A commit is never split.
    if (read.length < first) read = await reader.written(keys.slice(0, first), DEFAULT_READ_SIZE);
    const isCut = read.length < keys.length;
    return withDeleted(joined(selected, shared, read, { isCut, most }), reader, most);
  };
}

/**
 * Combines `shared` (undefined for commits that were not cached) with `read`, the entries of those commits in their
 * order.
 */
function joined(
  selected: readonly Selected[],
  shared: readonly (readonly WrittenAspect[] | undefined)[],
  read: readonly WrittenAspect[],
  { isCut, most }: { readonly isCut: boolean; readonly most: number | undefined },
): readonly StoredChange[] {
  const next = read.values();
  const size = new ReadSize(most);
  const changes: StoredChange[] = [];
  for (const [i, { commit, entries }] of selected.entries()) {
    const known = shared[i];
    const written = entries.map(([place]) => (known === undefined ? next.next().value : known[place]));
    const isCutHere = isCut && known === undefined && written.includes(undefined);
    let length = 0;
    for (const one of written) if (one !== undefined) length += lengthOf(one);
    size.add({ length });
    if (changes.length > 0 && (size.isOver || isCutHere)) break;
    changes.push({
      commit,
      entries: entries.map(([place, entry], at) => ({
        place,
        entry,
        written: written[at] ?? (isCutHere ? NOTHING_WRITTEN : missing(entry)),
      })),
    });
  }
  return changes;
}

/** Adds the kept values of deletions. Checks sizes before it reads any value. */
async function withDeleted(
  changes: readonly StoredChange[],
  reader: Pick<SystemReader, 'deleted' | 'deletedSizes'>,
  most: number | undefined,
): Promise<readonly StoredChange[]> {
  const deletions = changes.flatMap(({ commit: { sequence }, entries }) =>
    entries
      .filter(({ entry, written }) => entry.changeType === 'DELETE' && written.row === undefined)
      .map((stored) => ({ stored, key: { ...stored.entry, sequence } })),
  );
  if (deletions.length === 0) return changes;
  const sizes = await reader.deletedSizes(deletions.map(({ key }) => key));
  const sizeOf = new Map(deletions.map(({ stored }, i) => [stored, sizes[i] ?? 0]));
  const fitting = fittingOf(changes, sizeOf, most);
  const read = deletions.filter(({ stored }) => fitting.deleted.has(stored));
  const rows = await reader.deleted(read.map(({ key }) => key));
  const found = new Map(read.map(({ stored }, i) => [stored, rows[i]]));
  return fitting.changes.map(({ commit, entries }) => ({
    commit,
    entries: entries.map((stored) => {
      const before = found.get(stored);
      return before === undefined
        ? stored
        : { ...stored, written: { ...NOTHING_WRITTEN, before, isBeforeKnown: true } };
    }),
  }));
}

/**
 * The changes whose values, with those of their deletions, have at most `most` characters together, but at least the first;
 * and the deletions to read: of the first change, those within `DEFAULT_READ_SIZE`. `sizeOf`: size of each deletion.
 */
function fittingOf(
  changes: readonly StoredChange[],
  sizeOf: ReadonlyMap<StoredEntry, number>,
  most: number | undefined,
): { readonly changes: readonly StoredChange[]; readonly deleted: ReadonlySet<StoredEntry> } {
  const size = new ReadSize(most);
  const ofFirst = new ReadSize(DEFAULT_READ_SIZE);
  const deleted = new Set<StoredEntry>();
  for (const [i, { entries }] of changes.entries()) {
    const own = entries.filter((stored) => sizeOf.has(stored));
    for (const { written } of entries) size.add({ length: lengthOf(written) });
    for (const stored of own) size.add({ length: sizeOf.get(stored) ?? 0 });
    if (i > 0 && size.isOver) return { changes: changes.slice(0, i), deleted };
    if (i === 0) for (const { written } of entries) ofFirst.add({ length: lengthOf(written) });
    for (const stored of own) {
      if (i === 0) ofFirst.add({ length: sizeOf.get(stored) ?? 0 });
      if (i > 0 || !ofFirst.isOver) deleted.add(stored);
    }
  }
  return { changes, deleted };
}

function missing({ aspectName, urn }: LogEntry): WrittenAspect {
  throw new Error(`Nothing was read for ${aspectName} of ${urn}.`);
}
