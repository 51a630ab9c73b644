import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { WorkTracer } from '../tracing.ts';
import { IndexFeed, changedBy, type IndexFeedParts } from './index-feed.ts';
import { IndexWatch } from './index-watch.ts';
import { LogFollower } from './log-follower.ts';
import { CatchUpLoop } from './catch-up-loop.ts';

/** Dependencies of the runner. */
export interface EffectsParts extends Pick<IndexFeedParts, 'index' | 'readDocuments' | 'slots'> {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'others' | 'reader'>;
  /** Initial position of this process's in-memory state. */
  readonly since: Sequence;
  /** Reloads these entities into the in-memory state. */
  readonly refresh: (urns: readonly Urn[], upTo: Sequence) => Promise<void>;
  /** Reloads the whole in-memory state. */
  readonly reload: (upTo: Sequence) => Promise<void>;
  /** Called when applying commits in the background fails; it is retried. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** `commits`: the applied ones, without gaps; undefined: unknown. */
export type AppliedListener = (position: Sequence, commits: readonly Commit[] | undefined) => void;

/** Delay before filling the index is retried, in ms. */
const FILL_RETRY = 1_000;

/** Time that the committing process has to update a shared index before other processes do it, in ms. */
const COMMITTER_GRACE = 500;

/**
 * Applies the commits of all processes to derived state, in order and at least once. In-memory state comes first, because
 * index documents depend on it. Each process updates its own index. A shared index is updated by the committing process,
 * and by the others if that process does not.
 */
export class EffectsRunner implements AsyncDisposable {
  readonly #parts: EffectsParts;
  readonly #feed: IndexFeed;
  readonly #memory: LogFollower;
  readonly #indexed: LogFollower;
  readonly #typeListeners: (readonly [entityType: string, notify: () => void])[] = [];
  readonly #commitListeners: AppliedListener[] = [];
  readonly #loops: Readonly<Record<'memory' | 'indexed' | 'rewound', CatchUpLoop>>;
  readonly #subscriptions: readonly Disposable[];
  readonly #watch: Disposable | undefined;
  readonly #closing = new AbortController();
  /** Present while an unshared index that was empty at the start is being filled. */
  #filling: Promise<void> | undefined;
  #position: Sequence;
  /** Number of times the log was rewound. */
  #rewinds = 0;

  constructor(parts: EffectsParts) {
    const { since, store, tracer, warn } = parts;
    this.#parts = parts;
    this.#position = since;
    this.#memory = new LogFollower(store.log, {
      position: () => this.#position,
      apply: (commits) => this.#refresh(commits),
      renew: () => this.#reload(),
      alone: (task) => task(),
    });
    const closing = this.#closing.signal;
    const feed = new IndexFeed({ ...parts, closing, catchUpMemory: (upTo) => this.catchUpMemory(upTo) });
    this.#feed = feed;
    this.#indexed = new LogFollower(store.log, feed);
    this.#loops = {
      memory: new CatchUpLoop({
        name: 'memory',
        warn,
        tracer,
        reach: (sequence) => this.#memory.reach(sequence),
      }),
      indexed: new CatchUpLoop({
        name: 'index',
        warn,
        tracer,
        reach: (sequence, signal) => this.#index(sequence, signal),
      }),
      rewound: new CatchUpLoop({
        name: 'rewind',
        warn,
        tracer,
        reach: () => this.#rebuildAll(feed),
      }),
    };
    this.#subscriptions = [
      store.others.subscribe((upTo) => this.#catchUpInBackground(upTo)),
      store.others.whenRewound(() => this.#loops.rewound.wake(++this.#rewinds)),
    ];
    if (parts.index.isShared) this.#watch = this.#createWatch(feed);
  }

  /** Calls the listener after every change of entities of the type; the index may not contain the change yet. */
  whenTypeChanges(entityType: string, listener: () => void): void {
    this.#typeListeners.push([entityType, listener]);
  }

  /** Sequence of the last commit applied to the in-memory state, by which requests are judged. */
  get position(): Sequence {
    return this.#position;
  }

  /** Calls the listener after every change of `position`, even a decrease. It must not throw. */
  whenApplied(listener: AppliedListener): void {
    this.#commitListeners.push(listener);
  }

  /**
   * Resolves when a commit of this process and all before it are applied to in-memory state, and to the index if that is
   * immediate and not being filled, or `awaitsIndex` is set. Rejects on the first failure; the commit is then applied in the background.
   */
  async follow(commit: Commit, { awaitsIndex } = { awaitsIndex: false }): Promise<void> {
    // Retry failures in the background: the store does not announce a process's own commits to it again.
    const inMemory = this.#memory.follow(commit);
    inMemory.catch(() => this.#catchUpInBackground(commit.sequence));
    await inMemory;
    const indexed = this.#indexed.follow(commit);
    indexed.catch(() => this.#loops.indexed.wake(commit.sequence));
    if (this.#parts.index.isImmediate && !this.isFilling) await indexed;
    if (!awaitsIndex) return;
    // If this process applied it, its end is known here; if another process or a retry does, only by polling.
    await Promise.allSettled([indexed]);
    await this.#parts.index.visible(commit.sequence);
  }

  /** Resolves when requests to this process see the commit of any process. PRECONDITION if there is no such commit. */
  async reach(sequence: Sequence): Promise<void> {
    const { log, others } = this.#parts.store;
    const last = log.lastSequence() < sequence ? await others.refresh() : log.lastSequence();
    if (last < sequence) {
      const remedy = 'Omit the sequence, or send that of an existing commit.';
      throw new CatalogError('PRECONDITION', `There is no commit ${sequence}. ${remedy}`);
    }
    await this.#memory.reach(sequence);
    if (!this.#parts.index.isShared) await this.#indexed.reach(sequence);
    await this.#parts.index.visible(sequence);
  }

  /** Resolves when the in-memory state contains everything up to a commit. */
  catchUpMemory(upTo: Sequence): Promise<void> {
    return this.#memory.reach(upTo);
  }

  /** Runs a task while no commit is applied to the index. The task must not wait for a commit: that would deadlock. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#indexed.between(task);
  }

  /**
   * Catches up with the last commit. An empty index is filled from all entities in the background (see `filled`), and a
   * shared one may be filled by another process.
   */
  async catchUp(): Promise<void> {
    const { index, store, warn } = this.#parts;
    const last = store.log.lastSequence();
    await this.#memory.reach(last);
    if (index.isShared) this.#loops.indexed.wake(last);
    else if (index.position() > 0 || last === 0) await this.#indexed.reach(last);
    else {
      warn('The search index is empty and is being filled; until then searches are incomplete.', undefined);
      this.#filling = this.#fill(last);
    }
  }

  /** Whether an unshared index that was empty at the start is being filled. */
  get isFilling(): boolean {
    return this.#filling !== undefined;
  }

  /** How far the index that is being filled is, and how long the rest takes; undefined in the first seconds. */
  get fillProgress(): string | undefined {
    return this.#feed.progress;
  }

  /** Resolves when an unshared index that was empty at the start is filled, or this is closed. */
  filled(): Promise<void> {
    return this.#filling ?? Promise.resolve();
  }

  /** Stops filling the index, which continues at the next start. Call before ending jobs, which may wait for it. */
  beginClosing(): void {
    this.#closing.abort(new Error('The server is stopping.'));
  }

  /** Stops the background work. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.beginClosing();
    this.#watch?.[Symbol.dispose]();
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
    for (const loop of Object.values(this.#loops)) loop[Symbol.dispose]();
    await this.#filling;
  }

  async #fill(last: Sequence): Promise<void> {
    const { signal } = this.#closing;
    const isClosing = (): boolean => signal.aborted;
    while (!isClosing() && this.#parts.index.position() === 0) {
      try {
        await this.#indexed.reach(last);
      } catch (error) {
        if (isClosing()) break;
        this.#parts.warn('Filling the search index failed; retrying.', error);
        await sleep(FILL_RETRY, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#filling = undefined;
  }

  /** Catches up to a sequence in the background. */
  #catchUpInBackground(upTo: Sequence): void {
    this.#loops.memory.wake(upTo);
    this.#loops.indexed.wake(upTo);
  }

  #createWatch(feed: IndexFeed): Disposable {
    const { index, store } = this.#parts;
    return new IndexWatch({
      index,
      mend: () => feed.mend(),
      looked: () => {
        const last = store.log.lastSequence();
        if (index.position() < last) this.#loops.indexed.wake(last);
      },
    });
  }

  async #refresh(commits: readonly Commit[]): Promise<void> {
    const urns = changedBy(commits);
    const upTo = commits.at(-1)?.sequence ?? this.#position;
    await this.#parts.refresh(urns, upTo);
    this.#position = upTo;
    const types = new Set(urns.map(entityTypeOf));
    for (const [entityType, notify] of this.#typeListeners) if (types.has(entityType)) notify();
    this.#announcePosition(commits);
  }

  async #reload(): Promise<void> {
    const upTo = this.#parts.store.log.lastSequence();
    await this.#parts.reload(upTo);
    this.#position = upTo;
    for (const [, notify] of this.#typeListeners) notify();
    this.#announcePosition();
  }

  #announcePosition(commits?: readonly Commit[]): void {
    for (const notify of this.#commitListeners) notify(this.#position, commits);
  }

  /** Rebuilds all derived state after the log has lost commits that were already applied. */
  async #rebuildAll(feed: IndexFeed): Promise<void> {
    const { index, store, warn } = this.#parts;
    warn(
      'The store has lost its last commits, for example in a failover, or this process was disconnected for longer than the change log is kept. Derived state is rebuilt.',
      undefined,
    );
    await this.#memory.afresh(() => this.#reload());
    // The next process that writes a shared index checks it.
    await this.#indexed.afresh(async () => (index.isShared ? undefined : feed.refill()));
    this.#loops.indexed.wake(store.log.lastSequence());
  }

  async #index(sequence: Sequence, signal: AbortSignal): Promise<void> {
    const { index } = this.#parts;
    if (index.isShared) {
      await sleep(COMMITTER_GRACE, undefined, { signal, ref: false });
      await index.reload();
    }
    await this.#indexed.reach(sequence);
  }
}
