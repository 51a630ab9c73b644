import { AsyncLocalStorage } from 'node:async_hooks';
import { invalidRequest } from '../../errors.ts';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { because, type OptionalRefusal, type Refusal } from '../../refusals.ts';
import { shorten } from '../../util/printable.ts';
import { SYSTEM_ACTOR } from '../actor.ts';

interface RequestScope {
  origin: RequestOrigin;
  /** Sequence of the last noted commit. */
  sequence?: Sequence;
  /** The trace id, once something has asked for it. */
  traceId?: string;
  readonly nature: RequestNature;
  /** Warnings about the content of the request. */
  warnings?: RequestWarnings;
  /** Kinds of the kept warnings that have one. */
  kinds?: Map<string, Refusal>;
}

/** Warnings about one request: the first few distinct ones, and their number. */
export interface RequestWarnings {
  readonly messages: readonly [string, ...string[]];
  readonly count: number;
}

/** Properties of a request that are known before it runs. */
export interface RequestNature {
  /** Whether the request is refused at its first warning. */
  readonly isStrict: boolean;
  /** Whether a strict request is accepted despite warnings about sent values that were ignored (`noteKept`). */
  readonly allowsKept?: boolean;
  /** Urn of the caller; undefined without a valid token. */
  readonly actor: string | undefined;
  /** Returns the trace id of the request; called at most once. */
  readonly traceId: () => string;
}

/** Maximum number of messages kept: a request can name any number of unknown fields. */
const MOST_MESSAGES = 10;

/** Maximum length of an operation name; a GraphQL document can select any number of fields. */
const MAX_OPERATION_LENGTH = 200;

/**
 * The current request. Not passed as an argument, so that every write is recorded with its request without each
 * function having to forward it.
 */
const current = new AsyncLocalStorage<RequestScope>();

/**
 * Runs a request; everything it starts, including asynchronous work, belongs to it. Returns a function that returns
 * the warnings noted so far. A strict request is refused at the first warning.
 */
export function inRequest(
  origin: RequestOrigin,
  run: () => void,
  nature: RequestNature,
): () => RequestWarnings | undefined {
  const scope: RequestScope = { origin, nature };
  current.run(scope, run);
  return () => scope.warnings;
}

/** Runs work that outlives the request and does not belong to it, such as a background job. */
export function outsideRequests<T>(run: () => T): T {
  return current.exit(run);
}

/** Replaces the operation name of the current request, by default its route, by names from the schema. */
export function nameOperation(names: readonly string[]): void {
  const scope = current.getStore();
  if (scope === undefined || names.length === 0) return;
  scope.origin = { ...scope.origin, operation: shorten(names.join(', '), MAX_OPERATION_LENGTH) };
}

/** Maximum length of the reason of a write. */
const LONGEST_REASON = 500;

/** Adds what an agent says of itself, and of why it writes, to the current request. */
export function noteAgent({
  client,
  reason,
}: {
  readonly client?: string | undefined;
  readonly reason?: string | undefined;
}): void {
  const scope = current.getStore();
  if (scope === undefined) return;
  scope.origin = {
    ...scope.origin,
    ...(client !== undefined && { client }),
    ...(reason !== undefined && { reason: shorten(reason, LONGEST_REASON) }),
  };
}

/** Origin of the current request; undefined outside of one. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore()?.origin;
}

/** Urn of the caller of the current request; undefined outside of one, and without a valid token. */
export function currentActor(): string | undefined {
  return current.getStore()?.nature.actor;
}

/** Trace id of the current request; undefined outside of one. */
export function currentTraceId(): string | undefined {
  const scope = current.getStore();
  return scope && (scope.traceId ??= scope.nature.traceId());
}

/** Trace id of the current request, if anything has asked for it. */
export function usedTraceId(): string | undefined {
  return current.getStore()?.traceId;
}

/** Whether the current request is refused at its first warning. */
export function isStrict(): boolean {
  return current.getStore()?.nature.isStrict === true;
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
 * Notes a warning about the content of the current request, for its answer; equal warnings are logged only once.
 * Returns false outside of a request. Throws INVALID_REQUEST if the request is strict.
 */
export function noteWarning(message: string, kind?: Refusal): boolean {
  return note(message, ({ isStrict }) => isStrict, kind);
}

/**
 * Notes a warning about a sent value that is ignored because the writer cannot change it. Does nothing outside of a
 * request. Throws INVALID_REQUEST if the request is strict and does not allow such values.
 */
export function noteKept(message: string): void {
  note(message, ({ allowsKept, isStrict }) => isStrict && allowsKept !== true);
}

function note(message: string, isRefused: (nature: RequestNature) => boolean, kind?: Refusal): boolean {
  const scope = current.getStore();
  if (scope === undefined) return false;
  if (isRefused(scope.nature)) throw invalidRequest(message, undefined, kind ?? because('VALUE_IGNORED'));
  addWarning(scope, message);
  if (kind !== undefined && scope.warnings?.messages.includes(message) === true)
    (scope.kinds ??= new Map()).set(message, kind);
  return true;
}

/** Notes a warning that the request has not caused, such as damage of the store. It does not refuse a strict request. */
export function noteFault(message: string): void {
  const scope = current.getStore();
  if (scope !== undefined) addWarning(scope, message);
}

function addWarning(scope: RequestScope, message: string): void {
  const { warnings } = scope;
  if (warnings === undefined) scope.warnings = { messages: [message], count: 1 };
  else if (!warnings.messages.includes(message)) {
    const { messages, count } = warnings;
    const kept = messages.length < MOST_MESSAGES ? ([...messages, message] as const) : messages;
    scope.warnings = { messages: kept, count: count + 1 };
  }
}

/** The warnings of the current request; the last may give the number of further ones. Empty if there are none. */
export function notedWarnings(): readonly string[] {
  const { messages, count } = current.getStore()?.warnings ?? { messages: [], count: 0 };
  const more = count - messages.length;
  return more === 0 ? messages : [...messages, `There are ${more} more warnings.`];
}

/** The warnings of the current request, with the kinds of those that have one. */
export function notedProblems(): readonly ({ readonly message: string } & OptionalRefusal)[] {
  const kinds = current.getStore()?.kinds;
  return notedWarnings().map((message) => ({ message, ...kinds?.get(message) }));
}

/** The current request, as origin of an actor's write; undefined for writes of the server itself. */
export function originOf(actor: Urn): RequestOrigin | undefined {
  return actor === SYSTEM_ACTOR.urn ? undefined : currentOrigin();
}
