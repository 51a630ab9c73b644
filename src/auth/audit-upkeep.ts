import type { AuditRetention, AuditStore } from '../store/audit-store.ts';
import { outsideRequests } from './request-scope.ts';

/** How long the audit log is kept, and what keeps it so. */
export interface AuditUpkeepParts {
  readonly store: AuditStore;
  /** Longest age of an event in ms. */
  readonly keepForMs: number;
  /** Most events. */
  readonly keepEvents: number;
  /** Epoch ms. */
  readonly now: () => number;
  readonly warn: (message: string, error: unknown) => void;
}

const EVERY_MS = 10 * 60_000;

/** Purges the audit log at the start and every ten minutes, a batch at a time, until it is disposed. */
export class AuditUpkeep implements AsyncDisposable {
  readonly #parts: AuditUpkeepParts;
  readonly #timer: NodeJS.Timeout;
  #isEnding = false;
  #running: Promise<void>;

  constructor(parts: AuditUpkeepParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#begin(), EVERY_MS).unref();
    this.#running = outsideRequests(() => this.#purge());
  }

  #begin(): void {
    this.#running = this.#running.then(() => this.#purge());
  }

  async #purge(): Promise<void> {
    const { store, keepForMs, keepEvents: keep, now, warn } = this.#parts;
    const retention: AuditRetention = { before: now() - keepForMs, keep };
    try {
      while (!this.#isEnding && (await store.purge(retention)) > 0);
    } catch (error) {
      warn('the audit log could not be purged', error);
    }
  }

  /** Ends after the batch under way. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    return this.#running;
  }
}
