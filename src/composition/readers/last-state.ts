import type { Caches } from '../caches.ts';
import { changedBy } from '../../effects/index-feed.ts';
import { LogFollower } from '../../effects/log-follower.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { ReceivedIndex } from '../../search/embedded/received-index.ts';
import type { ChangeLogReader } from '../../store/metadata-store.ts';
import type { MainThread } from './main-thread.ts';
import type { SharedProgress } from './shared-progress.ts';

/** Dependencies of {@link LastState}. */
export interface LastStateParts {
  readonly log: Pick<ChangeLogReader, 'commitsAfter' | 'lastSequence'>;
  readonly caches: Pick<Caches, 'refresh' | 'reload'>;
  /** Position of the caches. */
  readonly since: Sequence;
  readonly index: ReceivedIndex;
  readonly main: Pick<MainThread, 'drain' | 'post'>;
  readonly progress: SharedProgress;
  /** Number of this thread. */
  readonly reader: number;
}

/** Keeps a reading thread up to date with the last acknowledged commit: its caches by the log, its index by images. */
export class LastState {
  readonly #parts: LastStateParts;
  readonly #caches: LogFollower;
  #position: Sequence;
  /** Number of index changes when the last image arrived. */
  #changes = 0;
  #isAsking = false;
  #arrivals: (() => void)[] = [];

  constructor(parts: LastStateParts) {
    this.#parts = parts;
    this.#position = parts.since;
    this.#caches = new LogFollower(parts.log, {
      position: () => this.#position,
      apply: async (commits) => {
        const upTo = commits.at(-1)?.sequence ?? this.#position;
        await parts.caches.refresh(changedBy(commits), upTo);
        this.#position = upTo;
      },
      renew: async () => {
        const upTo = parts.log.lastSequence();
        await parts.caches.reload(upTo);
        this.#position = upTo;
      },
      alone: (task) => task(),
    });
  }

  /** Resolves when this thread has every commit acknowledged before the call; undefined: it already has. */
  caughtUp(): Promise<void> | undefined {
    const { index, main, progress, reader } = this.#parts;
    const wanted = progress.sequence;
    // The next change will then send an image without a request.
    progress.want(reader);
    if (index.position() < wanted) main.drain();
    else this.refresh();
    if (index.position() >= wanted && this.#position >= wanted) return undefined;
    return this.#reach(wanted);
  }

  /** Catches up while there are no requests, so that the first one need not wait and merged segments are freed. */
  async keepUp(): Promise<void> {
    this.refresh();
    await this.#caches.reach(this.#parts.progress.sequence);
  }

  /** Requests an image if the index has changed since the last one. */
  refresh(): void {
    const { main, progress } = this.#parts;
    if (progress.changes === this.#changes || this.#isAsking) return;
    this.#isAsking = true;
    main.post({ kind: 'wantsImage' });
  }

  /** Called when an image has arrived; `changes`: the number of index changes that it includes. */
  arrived(changes: number): void {
    this.#changes = changes;
    this.#isAsking = false;
    for (const resolve of this.#arrivals.splice(0)) resolve();
  }

  async #reach(wanted: Sequence): Promise<void> {
    const { index } = this.#parts;
    await this.#caches.reach(wanted);
    while (index.position() < wanted) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#arrivals.push(() => resolve(undefined));
      this.refresh();
      await promise;
    }
  }
}
