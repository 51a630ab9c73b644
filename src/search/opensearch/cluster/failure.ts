import { errors } from '@opensearch-project/opensearch';
import { CatalogError } from '../../../errors.ts';
import type { ErrorCode } from '../../../errors.ts';
import { isJsonObject } from '../../../util/json.ts';

/** Why the engine did not do what it was asked; the message names the engine's host, and never a password. */
export class EngineFailure extends CatalogError {
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** The engine's name for what is wrong; empty when there was no answer. */
  readonly type: string;
  /** The same request may succeed in a moment. */
  readonly isPassing: boolean;

  constructor(code: ErrorCode, message: string, status: number, type: string, isPassing: boolean) {
    super(code, message);
    this.status = status;
    this.type = type;
    this.isPassing = isPassing;
  }
}

/** What is wrong, as the engine tells it. */
export interface EngineReason {
  readonly type: string;
  readonly reason: string;
}

const PASSING = new Set([429, 502, 503, 504]);

/** Reasons that lie in what was asked for: conditions that are too many, too long or too intricate to be evaluated. */
const OF_THE_REQUEST =
  /too_complex|too_many|too many|max_?clause|determiniz|automaton is too large|length of (?:regex|query string)/i;

/** What a failed request came to; errors that do not come from the client are answered as they are. */
export function failureOf(error: unknown, host: string): unknown {
  if (error instanceof errors.ResponseError) {
    return failureFor(error.statusCode, reasonOf(error.body), host);
  }
  if (!(error instanceof errors.OpenSearchClientError)) return error;
  const message =
    error instanceof errors.TimeoutError
      ? `OpenSearch at ${host} did not answer in time. Try again; if it stays slow, look at its load.`
      : `OpenSearch at ${host} cannot be reached (${error.message}). Check that it runs.`;
  return new EngineFailure('UNAVAILABLE', message, 0, '', true);
}

/** What a refusal with this status and reason comes to. */
export function failureFor(status: number, { type, reason }: EngineReason, host: string): EngineFailure {
  const fail = (code: ErrorCode, text: string, isPassing = false): EngineFailure =>
    new EngineFailure(code, text, status, type, isPassing);
  const told = reason === '' ? type : `${type}: ${reason}`;
  if (type === 'cluster_block_exception') {
    return fail(
      'UNAVAILABLE',
      `OpenSearch at ${host} takes no writes: ${reason}. Free disk space or lift the block; writing goes on by itself then.`,
    );
  }
  if (type === 'index_not_found_exception' || reason.includes('require_alias')) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} has lost an index (${told}). It is filled anew.`);
  }
  if (type === 'version_conflict_engine_exception') {
    return fail('UNAVAILABLE', `Another process has written to OpenSearch at ${host} meanwhile (${told}).`);
  }
  if (status === 401 || status === 403) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} refuses the user of the configuration (${told}).`);
  }
  if (status === 429 && type === 'circuit_breaking_exception') {
    return fail('UNAVAILABLE', `OpenSearch at ${host} has too little memory for this (${told}).`, true);
  }
  if (PASSING.has(status) || status >= 500) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} could not answer (${told}).`, PASSING.has(status));
  }
  if (OF_THE_REQUEST.test(told)) {
    return fail(
      'INVALID_REQUEST',
      `The conditions are too many, too long or too intricate (${told}). Ask for less at once.`,
    );
  }
  return fail('INTERNAL', `OpenSearch at ${host} answered ${status} (${told}).`);
}

/** The innermost reason in the body of an answer, or in what became of one operation of several. */
export function reasonOf(body: unknown): EngineReason {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error)) return { type: typeof error === 'string' ? error : '', reason: '' };
  const roots: unknown = error['root_cause'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const told = isJsonObject(root) ? root : error;
  const cause = isJsonObject(told['caused_by']) ? told['caused_by'] : told;
  return { type: textOf(told['type']), reason: textOf(cause['reason']) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
