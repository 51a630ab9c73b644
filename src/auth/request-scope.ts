import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestOrigin } from '../model/audit-event.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import { SYSTEM_ACTOR } from './actor.ts';

interface RequestScope {
  origin: RequestOrigin;
  /** The last commit that was noted. */
  sequence?: Sequence;
}

/** Names that are kept of one request; a document can select any number of fields. */
const MAX_OPERATION_LENGTH = 200;

/**
 * The request that is being answered. It is not handed from function to function, because whatever writes must be on
 * record with its request, also where the author did not think of it.
 */
const current = new AsyncLocalStorage<RequestScope>();

/** Runs the rest of a request; whatever it starts and awaits is known to belong to it. */
export function inRequest(origin: RequestOrigin, run: () => void): void {
  current.run({ origin }, run);
}

/** Runs what goes on after the request and is none of it: a job. */
export function outsideRequests<T>(run: () => T): T {
  return current.exit(run);
}

/** Says more exactly than the route what the current request does; the names must be those of the schema. */
export function nameOperation(names: readonly string[]): void {
  const scope = current.getStore();
  if (scope === undefined || names.length === 0) return;
  const operation = names.join(', ');
  const isLong = operation.length > MAX_OPERATION_LENGTH;
  const shown = isLong ? `${operation.slice(0, MAX_OPERATION_LENGTH - 1)}…` : operation;
  scope.origin = { ...scope.origin, operation: shown };
}

/** The request that is being answered; undefined outside of one. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore()?.origin;
}

/** Remembers a commit that the current request has made. */
export function noteCommit(sequence: Sequence): void {
  const scope = current.getStore();
  if (scope !== undefined) scope.sequence = Math.max(sequence, scope.sequence ?? 0);
}

/** The last commit that was noted for the current request; undefined when there is none. */
export function notedCommit(): Sequence | undefined {
  return current.getStore()?.sequence;
}

/** The request that an actor's write belongs to; what the server does by itself belongs to none. */
export function originOf(actor: Urn): RequestOrigin | undefined {
  return actor === SYSTEM_ACTOR.urn ? undefined : currentOrigin();
}
