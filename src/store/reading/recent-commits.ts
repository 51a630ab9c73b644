import type { Sequence } from '../../model/sequence.ts';
import type { ChangeLogReader, Commit } from '../metadata-store.ts';
import type { SystemReader } from '../system-reader.ts';
import { lengthOf, type WrittenAspect } from '../written-aspect.ts';

/** Maximum commits read from the log at a time. */
const PAGE = 500;
/** Maximum commits kept, and maximum entries of all but the last commit: followers are a few rounds apart. */
const MOST_COMMITS = 1_024;
const MOST_ENTRIES = 5_000;
/** Maximum length of all written values, in UTF-16 units; beyond it, all of them are dropped and read again. */
const LONGEST_KEPT = 16 * 1024 ** 2;

/**
 * Cache of the last commits of the log with their written values. Followers at the end of the log share one read of each
 * commit; those further behind read separately.
 */
export class RecentCommits {
  readonly #log: Pick<ChangeLogReader, 'commitsAfter'>;
  readonly #reader: Pick<SystemReader, 'written'>;
  /** Without gaps, up to `#end`. */
  #commits: readonly Commit[] = [];
  /** Undefined: nothing has been read yet. */
  #end: Sequence | undefined;
  #reading: Promise<void> | undefined;
  /** Commits to read at a time: few while they are large, because a reader that is behind uses few and reads again. */
  #page = PAGE;
  #written = new WeakMap<Commit, Promise<readonly WrittenAspect[] | undefined>>();
  /** Length of the kept values, in UTF-16 units. */
  #length = 0;

  constructor(log: Pick<ChangeLogReader, 'commitsAfter'>, reader: Pick<SystemReader, 'written'>) {
    this.#log = log;
    this.#reader = reader;
  }

  /** The commit, if it is kept. */
  find(sequence: Sequence): Commit | undefined {
    return this.#commits[this.#placeOf(sequence)];
  }

  /** The next commits in (`position`, `upTo`], oldest first. CONFLICT as `ChangeLogReader.commitsAfter`. */
  async after(position: Sequence, upTo: Sequence): Promise<readonly Commit[]> {
    if (position >= upTo) return [];
    if (!this.#has(position)) {
      if (upTo - position > 2 * this.#page) return this.#read(position, upTo);
      this.#begin(position);
    }
    for (let end = this.#end; end !== undefined && end < upTo && this.#has(position); end = this.#end) {
      await (this.#reading ??= this.#extend(end));
      if (this.#end === end) break;
    }
    // Other followers may have moved the range meanwhile.
    if (!this.#has(position)) return this.#read(position, upTo);
    return this.#commits.slice(this.#placeOf(position + 1), this.#placeOf(upTo + 1));
  }

  /** What each of these commits wrote, one element per entry; undefined for commits that are not kept or are too large. */
  written(
    commits: readonly Commit[],
  ): readonly (Promise<readonly WrittenAspect[] | undefined> | undefined)[] {
    const kept = commits.filter((commit) => this.find(commit.sequence) === commit);
    const unread = kept.filter((commit) => !this.#written.has(commit));
    if (unread.length > 0) this.#readWritten(unread);
    return commits.map((commit) => this.#written.get(commit));
  }

  /** Drops everything: the log was rewound. */
  clear(): void {
    this.#begin(undefined);
  }

  /** Whether the commits after the position are kept, or can be appended soon. */
  #has(position: Sequence): boolean {
    if (this.#end === undefined || position > this.#end + MOST_COMMITS) return false;
    return this.#placeOf(position + 1) >= 0;
  }

  #placeOf(sequence: Sequence): number {
    const first = this.#commits[0]?.sequence ?? (this.#end ?? 0) + 1;
    return sequence - first;
  }

  #begin(position: Sequence | undefined): void {
    this.#commits = [];
    this.#end = position;
    this.#reading = undefined;
  }

  async #read(position: Sequence, upTo: Sequence): Promise<readonly Commit[]> {
    const read = await this.#readPage(position);
    return read.filter(({ sequence }) => sequence <= upTo);
  }

  async #readPage(position: Sequence): Promise<readonly Commit[]> {
    const read = await this.#log.commitsAfter(position, this.#page);
    const entries = read.reduce((sum, commit) => sum + commit.entries.length, 0);
    const isLarge = entries > MOST_ENTRIES;
    this.#page = isLarge
      ? Math.max(1, Math.floor((read.length * MOST_ENTRIES) / entries))
      : Math.min(PAGE, 2 * this.#page);
    return read;
  }

  async #extend(from: Sequence): Promise<void> {
    try {
      const read = await this.#readPage(from);
      if (this.#end !== from) return;
      // Hard-deleted values must not stay in the cache.
      if (read.some(({ entries }) => entries.some(({ changeType }) => changeType === 'DELETE'))) {
        this.#clearWritten();
      }
      this.#commits = newest([...this.#commits, ...read]);
      this.#end = read.at(-1)?.sequence ?? from;
    } catch {
      // Each follower then reads separately: commits trimmed for the slowest may still be there for others.
      if (this.#end === from) this.clear();
    } finally {
      this.#reading = undefined;
    }
  }

  #clearWritten(): void {
    this.#written = new WeakMap();
    this.#length = 0;
  }

  /** Reads the values in one call, which ends at the size limit of the cache. */
  #readWritten(commits: readonly Commit[]): void {
    const keys = commits.flatMap(({ entries, sequence }) =>
      entries.map(({ urn, aspectName }) => ({ urn, aspectName, sequence })),
    );
    const reading = this.#reader.written(keys, LONGEST_KEPT);
    let end = 0;
    for (const commit of commits) {
      const start = end;
      end += commit.entries.length;
      const [from, to] = [start, end];
      const own = reading.then((all) => (all.length < to ? undefined : all.slice(from, to)));
      this.#written.set(commit, own);
      own.then(
        (written) => {
          if (written === undefined) {
            this.#written.delete(commit);
            return;
          }
          this.#length += written.reduce((sum, one) => sum + lengthOf(one), 0);
          if (this.#length > LONGEST_KEPT) this.#clearWritten();
        },
        () => this.#written.delete(commit),
      );
    }
  }
}

/** The newest commits within the limits of the cache. */
function newest(commits: readonly Commit[]): readonly Commit[] {
  let entries = 0;
  let start = commits.length;
  while (start > 0 && commits.length - start < MOST_COMMITS) {
    entries += commits[start - 1]?.entries.length ?? 0;
    if (entries > MOST_ENTRIES && start < commits.length) break;
    start--;
  }
  return commits.slice(start);
}
