import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { shorten } from '../../util/printable.ts';
import { SYSTEM_ACTOR } from '../actor.ts';

interface RequestScope {
  origin: RequestOrigin;
  /** Sequence of the last noted commit. */
  sequence?: Sequence;
  /** Warnings about the content of the request. */
  warnings?: RequestWarnings;
}

/** Warnings about one request: the first, and how many there are. */
export interface RequestWarnings {
  readonly first: string;
  readonly count: number;
}

/** Maximum length of an operation name; a GraphQL document can select any number of fields. */
const MAX_OPERATION_LENGTH = 200;

/**
 * The current request. Not passed as an argument, so that every write is recorded with its request without each
 * function having to forward it.
 */
const current = new AsyncLocalStorage<RequestScope>();

/**
 * Runs a request; everything it starts, including asynchronous work, belongs to it. Returns a function that tells which
 * warnings it has noted so far.
 */
export function inRequest(origin: RequestOrigin, run: () => void): () => RequestWarnings | undefined {
  const scope: RequestScope = { origin };
  current.run(scope, run);
  return () => scope.warnings;
}

/** Runs work that outlives the request and does not belong to it, such as a background job. */
export function outsideRequests<T>(run: () => T): T {
  return current.exit(run);
}

/** Replaces the operation name of the current request, by default its route, with names from the schema. */
export function nameOperation(names: readonly string[]): void {
  const scope = current.getStore();
  if (scope === undefined || names.length === 0) return;
  scope.origin = { ...scope.origin, operation: shorten(names.join(', '), MAX_OPERATION_LENGTH) };
}

/** Origin of the current request; undefined outside of one. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore()?.origin;
}

/** Notes a commit of the current request; the highest sequence is kept. */
export function noteCommit(sequence: Sequence): void {
  const scope = current.getStore();
  if (scope !== undefined) scope.sequence = Math.max(sequence, scope.sequence ?? 0);
}

/** Highest sequence noted for the current request; undefined when there is none. */
export function notedCommit(): Sequence | undefined {
  return current.getStore()?.sequence;
}

/**
 * Notes a warning about the content of the current request, which is logged once for all when the request is answered.
 * False outside of a request.
 */
export function noteWarning(message: string): boolean {
  const scope = current.getStore();
  if (scope === undefined) return false;
  const { first, count } = scope.warnings ?? { first: message, count: 0 };
  scope.warnings = { first, count: count + 1 };
  return true;
}

/** The current request, as origin of an actor's write; undefined for writes of the server itself. */
export function originOf(actor: Urn): RequestOrigin | undefined {
  return actor === SYSTEM_ACTOR.urn ? undefined : currentOrigin();
}
