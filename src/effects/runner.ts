import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import type { Sequence } from '../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { ReadDocuments } from './index-documents.ts';
import { IndexFeed, changedBy } from './index-feed.ts';
import { LogFollower } from './log-follower.ts';

/** What the runner brings up to date. */
export interface EffectsParts {
  readonly store: Pick<MetadataStore, 'log' | 'others' | 'reader'>;
  readonly index: SearchIndex;
  readonly readDocuments: ReadDocuments;
  /** Commit up to which this process remembers everything that it keeps of the store in memory. */
  readonly since: Sequence;
  /** Takes over what the store holds of these entities now, in everything that this process remembers of it. */
  readonly refresh: (urns: readonly Urn[]) => Promise<void>;
  /** Told when commits of others could not be taken over; that is tried again. */
  readonly warn: (message: string, error: unknown) => void;
}

/** How long a failed attempt to take over commits of other processes rests, in ms. */
const REST = 1_000;

/**
 * Follows the change log, whoever writes it: what is derived from the store is brought up to each commit, in order, at
 * least once. What this process remembers comes first, because documents of the index are made with it.
 */
export class EffectsRunner implements Disposable {
  readonly #parts: EffectsParts;
  readonly #remembered: LogFollower;
  readonly #feed: IndexFeed;
  readonly #indexed: LogFollower;
  readonly #others: Disposable;
  readonly #stop = new AbortController();
  readonly #propertyListeners: (() => void)[] = [];
  #position: Sequence;
  #pursued: Sequence = 0;
  #isPursuing = false;

  constructor(parts: EffectsParts) {
    const { since, store } = parts;
    this.#parts = parts;
    this.#position = since;
    this.#remembered = new LogFollower(store.log, {
      position: () => this.#position,
      apply: (commits) => this.#remember(commits),
    });
    this.#feed = new IndexFeed(parts);
    this.#indexed = new LogFollower(store.log, this.#feed);
    this.#others = store.others.subscribe((upTo) => this.#pursue(upTo));
  }

  /** Calls the listener whenever properties have changed; the index may not contain it yet. */
  whenPropertiesChange(listener: () => void): void {
    this.#propertyListeners.push(listener);
  }

  /** Resolves when a commit of this process, and all before it, have taken effect. */
  async follow(commit: Commit): Promise<void> {
    await this.#remembered.follow(commit);
    await this.#indexed.follow(commit);
  }

  /**
   * Resolves when the commit of this number has taken effect in this process, whoever made it; PRECONDITION when there is
   * no such commit.
   */
  async reach(sequence: Sequence): Promise<void> {
    const { log, others } = this.#parts.store;
    const last = log.lastSequence() < sequence ? await others.refresh() : log.lastSequence();
    if (last < sequence) {
      const remedy = 'Leave its number out, or send the number of a commit of this catalog.';
      throw new CatalogError('PRECONDITION', `There is no commit ${sequence}. ${remedy}`);
    }
    await this.#takeOver(sequence);
  }

  /** Runs a task between two steps of the index: while it runs no commit is applied, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#indexed.between(task);
  }

  /** Brings everything up to the last commit: from the log, or from all entities when the index is new. */
  async catchUp(): Promise<void> {
    if (this.#feed.position() === 0) await this.#indexed.between(() => this.#feed.fill());
    await this.#takeOver(this.#parts.store.log.lastSequence());
  }

  /** No further commits of other processes are taken over. */
  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#others[Symbol.dispose]();
  }

  async #takeOver(sequence: Sequence): Promise<void> {
    await this.#remembered.reach(sequence);
    await this.#indexed.reach(sequence);
  }

  async #remember(commits: readonly Commit[]): Promise<void> {
    const urns = changedBy(commits);
    await this.#parts.refresh(urns);
    this.#position = commits.at(-1)?.sequence ?? this.#position;
    const isProperty = (urn: Urn): boolean => entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType;
    if (urns.some(isProperty)) for (const tell of this.#propertyListeners) tell();
  }

  #pursue(upTo: Sequence): void {
    this.#pursued = Math.max(upTo, this.#pursued);
    if (this.#isPursuing || this.#stop.signal.aborted) return;
    this.#isPursuing = true;
    void this.#takeOverOthers().finally(() => (this.#isPursuing = false));
  }

  async #takeOverOthers(): Promise<void> {
    const { signal } = this.#stop;
    const isStopped = (): boolean => signal.aborted;
    for (let reached = 0; reached < this.#pursued && !isStopped();) {
      const wanted = this.#pursued;
      try {
        await this.#takeOver(wanted);
        reached = wanted;
      } catch (error) {
        if (isStopped()) return;
        this.#parts.warn('Commits of other processes could not be taken over.', error);
        await sleep(REST, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }
}
