import { AsyncLocalStorage } from 'node:async_hooks';
import { nextTurn } from './next-turn.ts';

/** Whether work is still needed; checked between its steps. */
export interface Cancellation {
  /** Why the work is to stop; undefined while it is needed. */
  readonly reason: Error | undefined;
}

/**
 * The cancellation of the current work. Not passed as an argument, so that no caller can omit it. Only loops that serve a single
 * request check it: shared work, such as building segments of an index, starts within the work of one of the requests.
 */
const current = new AsyncLocalStorage<Cancellation | undefined>();

/** Runs work that, once cancelled, rejects with the reason at its next step. `undefined`: it is never cancelled. */
export function cancellable<T>(cancellation: Cancellation | undefined, work: () => T): T {
  return current.run(cancellation, work);
}

/** Runs work that others need too, or that must not end halfway, such as a write. */
export function uncancellable<T>(work: () => T): T {
  return current.exit(work);
}

/** Yields to the event loop once, for work of a single request. Rejects with the reason once it is cancelled. */
export async function nextTurnOfRead(): Promise<void> {
  await nextTurn();
  throwIfCancelled();
}

/** Throws the reason if the current work is cancelled. */
export function throwIfCancelled(): void {
  const reason = current.getStore()?.reason;
  if (reason !== undefined) throw reason;
}
