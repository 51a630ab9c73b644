import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { WorkTracer } from '../tracing.ts';
import { IndexFeed, changedBy } from './index-feed.ts';
import type { IndexFeedParts } from './index-feed.ts';
import { IndexWatch } from './index-watch.ts';
import { LogFollower } from './log-follower.ts';
import { Pursuit } from './pursuit.ts';

/** What the runner brings up to date. */
export interface EffectsParts extends Pick<IndexFeedParts, 'index' | 'readDocuments' | 'shelf'> {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'others' | 'reader'>;
  /** Commit up to which this process remembers everything that it keeps of the store in memory. */
  readonly since: Sequence;
  /** Takes over what the store holds of these entities now, in everything that this process remembers of it. */
  readonly refresh: (urns: readonly Urn[]) => Promise<void>;
  /** Takes over all that the store holds now in place of everything that this process remembers of it. */
  readonly reload: () => Promise<void>;
  /** Told when commits could not be taken over in the background; that is tried again. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** How long a process leaves it to the one that has committed to bring a shared index up to that, in ms. */
const PATIENCE = 500;

/**
 * Follows the change log, whoever writes it: what is derived from the store is brought up to each commit, in order, at
 * least once. What this process remembers comes first, because documents of the index are made with it. An index of its own
 * is kept up by each process; one that several share by whichever has committed, and by the others if that one does not.
 */
export class EffectsRunner implements Disposable {
  readonly #parts: EffectsParts;
  readonly #remembered: LogFollower;
  readonly #indexed: LogFollower;
  readonly #propertyListeners: (() => void)[] = [];
  readonly #pursuits: Readonly<Record<'remembered' | 'indexed' | 'rewound', Pursuit>>;
  readonly #subscriptions: readonly Disposable[];
  readonly #watch: Disposable | undefined;
  #position: Sequence;
  /** How often the log has gone back. */
  #rewinds = 0;

  constructor(parts: EffectsParts) {
    const { since, store, tracer, warn } = parts;
    this.#parts = parts;
    this.#position = since;
    this.#remembered = new LogFollower(store.log, {
      position: () => this.#position,
      apply: (commits) => this.#refresh(commits),
      alone: (task) => task(),
    });
    const feed = new IndexFeed({ ...parts, remember: (upTo) => this.remember(upTo) });
    this.#indexed = new LogFollower(store.log, feed);
    this.#pursuits = {
      remembered: new Pursuit({
        ...{ name: 'memory', warn, tracer },
        reach: (sequence) => this.#remembered.reach(sequence),
      }),
      indexed: new Pursuit({
        ...{ name: 'index', warn, tracer },
        reach: (sequence, signal) => this.#index(sequence, signal),
      }),
      rewound: new Pursuit({
        ...{ name: 'rewind', warn, tracer },
        reach: () => this.#startAgain(feed),
      }),
    };
    this.#subscriptions = [
      store.others.subscribe((upTo) => this.#goAfter(upTo)),
      store.others.whenRewound(() => this.#pursuits.rewound.wake(++this.#rewinds)),
    ];
    if (parts.index.isShared) this.#watch = this.#watchOver(feed);
  }

  /** Calls the listener whenever properties have changed; the index may not contain it yet. */
  whenPropertiesChange(listener: () => void): void {
    this.#propertyListeners.push(listener);
  }

  /**
   * Resolves when a commit of this process, and all before it, have taken effect: in the index if that is immediate, or if
   * somebody waits for it.
   */
  async follow(commit: Commit, { awaitsIndex } = { awaitsIndex: false }): Promise<void> {
    // What fails is gone after in the background: nobody announces the own commit once more.
    const remembered = this.#remembered.follow(commit);
    remembered.catch(() => this.#goAfter(commit.sequence));
    await remembered;
    const indexed = this.#indexed.follow(commit);
    indexed.catch(() => this.#pursuits.indexed.wake(commit.sequence));
    if (this.#parts.index.isImmediate) await indexed;
    if (awaitsIndex) await this.#parts.index.visible(commit.sequence);
  }

  /**
   * Resolves when the commit of this number has taken effect for requests to this process, whoever made it; PRECONDITION
   * when there is no such commit.
   */
  async reach(sequence: Sequence): Promise<void> {
    const { log, others } = this.#parts.store;
    const last = log.lastSequence() < sequence ? await others.refresh() : log.lastSequence();
    if (last < sequence) {
      const remedy = 'Leave its number out, or send the number of a commit of this catalog.';
      throw new CatalogError('PRECONDITION', `There is no commit ${sequence}. ${remedy}`);
    }
    await this.#remembered.reach(sequence);
    if (!this.#parts.index.isShared) await this.#indexed.reach(sequence);
    await this.#parts.index.visible(sequence);
  }

  /** Resolves when this process remembers everything up to a commit that it keeps of the store in memory. */
  remember(upTo: Sequence): Promise<void> {
    return this.#remembered.reach(upTo);
  }

  /** Runs a task between two steps of the index: while it runs no commit is applied, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#indexed.between(task);
  }

  /**
   * Brings everything up to the last commit: from the log, or from all entities when the index is new. Nobody waits for an
   * index that is shared: it may be another process that fills it.
   */
  async catchUp(): Promise<void> {
    const last = this.#parts.store.log.lastSequence();
    await this.#remembered.reach(last);
    if (this.#parts.index.isShared) this.#pursuits.indexed.wake(last);
    else await this.#indexed.reach(last);
  }

  /** Nothing further is taken over in the background. */
  [Symbol.dispose](): void {
    this.#watch?.[Symbol.dispose]();
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
    for (const pursuit of Object.values(this.#pursuits)) pursuit[Symbol.dispose]();
  }

  /** Takes over in the background what there is up to a commit. */
  #goAfter(upTo: Sequence): void {
    this.#pursuits.remembered.wake(upTo);
    this.#pursuits.indexed.wake(upTo);
  }

  #watchOver(feed: IndexFeed): Disposable {
    const { index, store } = this.#parts;
    return new IndexWatch({
      index,
      mend: () => feed.mend(),
      looked: () => {
        const last = store.log.lastSequence();
        if (index.position() < last) this.#pursuits.indexed.wake(last);
      },
    });
  }

  async #refresh(commits: readonly Commit[]): Promise<void> {
    const urns = changedBy(commits);
    await this.#parts.refresh(urns);
    this.#position = commits.at(-1)?.sequence ?? this.#position;
    const isProperty = (urn: Urn): boolean => entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType;
    if (urns.some(isProperty)) for (const tell of this.#propertyListeners) tell();
  }

  /** The log has lost commits that were taken over: nothing counts that was derived from it. */
  async #startAgain(feed: IndexFeed): Promise<void> {
    const { index, reload, store, warn } = this.#parts;
    warn(
      'The store has lost its last commits, as in a fail-over. What was derived from them is made anew.',
      undefined,
    );
    await this.#remembered.afresh(async () => {
      const upTo = store.log.lastSequence();
      await reload();
      this.#position = upTo;
      for (const tell of this.#propertyListeners) tell();
    });
    // One that is shared is looked at by whoever writes it next.
    await this.#indexed.afresh(async () => (index.isShared ? undefined : feed.refill()));
    this.#pursuits.indexed.wake(store.log.lastSequence());
  }

  async #index(sequence: Sequence, signal: AbortSignal): Promise<void> {
    const { index } = this.#parts;
    if (index.isShared) {
      await sleep(PATIENCE, undefined, { signal, ref: false });
      await index.look();
    }
    await this.#indexed.reach(sequence);
  }
}
