import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether work is still needed; looked at between its steps. */
export interface Cancellation {
  /** Why the work is to stop; undefined while somebody needs it. */
  readonly reason: Error | undefined;
}

/**
 * The cancellation of the current work. Not passed as an argument, so that no loop can leave it out: `nextTurn` and the readers
 * of the store look at it.
 */
const current = new AsyncLocalStorage<Cancellation | undefined>();

/** Runs work that rejects with the reason, at its next step, once it is cancelled. `undefined`: it is never cancelled. */
export function cancellable<T>(cancellation: Cancellation | undefined, work: () => T): T {
  return current.run(cancellation, work);
}

/** Runs work that others need, too, or that must not end halfway, such as a write. */
export function uncancellable<T>(work: () => T): T {
  return current.exit(work);
}

/** The cancellation of the current work; undefined when it is never cancelled. */
export function currentCancellation(): Cancellation | undefined {
  return current.getStore();
}

/** Throws the reason if the current work is cancelled. */
export function throwIfCancelled(): void {
  const reason = current.getStore()?.reason;
  if (reason !== undefined) throw reason;
}
