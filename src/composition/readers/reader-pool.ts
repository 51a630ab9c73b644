import { connectionMemory, resetConnections } from '../../api/http/limits/limit-connections.ts';
import type { AuditLog } from '../../auth/audit/audit-log.ts';
import type { ProcessTokens } from '../../auth/tokens/process-tokens.ts';
import type { TokenUses } from '../../auth/tokens/token-uses.ts';
import type { ImageSource, IndexImage } from '../../search/index-image.ts';
import type { ReaderStart, ThreadMetrics } from './messages.ts';
import { ReaderThread } from './reader-thread.ts';
import { SharedProgress } from './shared-progress.ts';

/** Dependencies of {@link ReaderPool}. */
export interface ReaderPoolParts {
  /** Number of threads. */
  readonly readers: number;
  readonly images: ImageSource;
  readonly tokens: ProcessTokens;
  readonly uses: Pick<TokenUses, 'used'>;
  readonly audit: AuditLog;
  readonly warn: (message: string, error: unknown) => void;
}

/** Addresses on which the threads listen, and the socket of the main thread. */
export type Meeting = Pick<ReaderStart, 'config' | 'addresses' | 'main' | 'actorBuckets'>;

/** Delay before a thread that has died is replaced, in ms: it may die again at once. */
const REST_MS = 200;

/** Threads that answer reads on the same addresses as the main thread. One that dies is replaced. */
export class ReaderPool {
  readonly #parts: ReaderPoolParts;
  readonly #progress: SharedProgress;
  /** Connections of each thread, the main one first. */
  readonly connections: SharedArrayBuffer;
  readonly #threads = new Map<number, ReaderThread>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(parts: ReaderPoolParts) {
    const { images, readers, tokens } = parts;
    this.#parts = parts;
    this.#progress = new SharedProgress(SharedProgress.memoryFor(readers));
    this.connections = connectionMemory(readers + 1);
    images.whenChanged(() => this.#publish());
    images.borrowFrom((opening, number) => this.#keptBut(undefined, opening, number));
    tokens.whenIssued((id, actor) => {
      for (const thread of this.#threads.values()) thread.addToken(id, actor);
    });
  }

  /**
   * Starts the threads. Throws if the index cannot be shown to them. The promise, which never rejects, resolves when
   * all accept connections; until then the main thread accepts all.
   */
  start(meeting: Meeting): Promise<void> {
    this.#progress.publish(this.#parts.images.image().position);
    const all = Array.from({ length: this.#parts.readers }, (_, reader) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#startOrRetry(meeting, reader, () => resolve(undefined));
      return promise;
    });
    return Promise.all(all).then(() => undefined);
  }

  /** The metrics of all threads that answer in time. */
  async metrics(): Promise<readonly ThreadMetrics[]> {
    const asked = await Promise.allSettled([...this.#threads.values()].map((thread) => thread.metrics()));
    return asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Ends the threads once their requests are answered, after `patienceMs` at most. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#threads.values()].map((thread) => thread.stop(patienceMs)));
  }

  #start(meeting: Meeting, reader: number, listening: () => void): void {
    const { audit, images, tokens, uses, warn } = this.#parts;
    const thread: ReaderThread = new ReaderThread({
      start: {
        ...meeting,
        connections: this.connections,
        reader,
        progress: this.#progress.memory,
        tokens: tokens.all(),
      },
      state: () => ({ image: images.image(), changes: this.#progress.changes }),
      borrow: async (opening, number) =>
        images.keptImage(opening, number) ?? (await this.#keptBut(thread, opening, number)),
      audit: ({ origin, record }) => audit.record(record, origin),
      used: (ids) => {
        for (const id of ids) uses.used(id);
      },
      failed: (error) =>
        warn('The state of the index could not be sent to a thread that answers reads.', error),
      listening,
      died: (error) => {
        this.#threads.delete(reader);
        resetConnections({ memory: this.connections, thread: reader + 1 });
        if (this.#isStopping) return;
        warn('A thread that answers reads has died; it is replaced.', error);
        this.#startLater(meeting, reader, listening);
      },
    });
    this.#threads.set(reader, thread);
  }

  #startLater(meeting: Meeting, reader: number, listening: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#startOrRetry(meeting, reader, listening);
    }, REST_MS);
    this.#timers.add(timer);
  }

  #startOrRetry(meeting: Meeting, reader: number, listening: () => void): void {
    try {
      this.#start(meeting, reader, listening);
    } catch (error) {
      this.#parts.warn('A thread that answers reads could not be started; retrying.', error);
      this.#startLater(meeting, reader, listening);
    }
  }

  /** Publishes a change of the index before it is acknowledged: all threads can detect it, and active ones receive it. */
  #publish(): void {
    this.#progress.noteChange();
    for (const [reader, thread] of this.#threads) {
      if (this.#progress.takeWish(reader)) thread.sendImage();
    }
    this.#progress.publish(this.#parts.images.position());
  }

  /** The index state kept by a ranked scroll of a thread; undefined when there is none. */
  async #keptBut(
    but: ReaderThread | undefined,
    opening: number,
    number: number,
  ): Promise<IndexImage | undefined> {
    const others = [...this.#threads.values()].filter((thread) => thread !== but);
    const asked = await Promise.allSettled(others.map((thread) => thread.kept(opening, number)));
    const found = asked.find((outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined);
    return found?.status === 'fulfilled' ? found.value : undefined;
  }
}
