import { CatalogError, type ErrorCode } from '../../../errors.ts';
import { isJsonObject } from '../../../util/json.ts';

/** A failed request to OpenSearch. The message names the host, never a password. */
export class EngineFailure extends CatalogError {
  /** HTTP status of the response; 0 without a response. */
  readonly status: number;
  /** OpenSearch's error type; empty without a response. */
  readonly type: string;
  /** True when a retry may succeed soon. */
  readonly isPassing: boolean;

  constructor(code: ErrorCode, message: string, status: number, type: string, isPassing: boolean) {
    super(code, message);
    this.status = status;
    this.type = type;
    this.isPassing = isPassing;
  }
}

/** OpenSearch's error type and reason. */
export interface EngineReason {
  readonly type: string;
  readonly reason: string;
}

const PASSING = new Set([429, 502, 503, 504]);

/** Error types caused by the request: too many, too long or too complex conditions. */
const OF_THE_REQUEST =
  /too_complex|too_many|too many|max_?clause|determiniz|automaton is too large|length of (?:regex|query string)/i;

/**
 * Those types that are answered with status 500. Other reasons with 500 are the engine's own, such as too many open files.
 */
const TOO_MANY_CLAUSES = /^too_many_(?:nested_)?clauses$/;

/** The failure of a request without a complete response, from the HTTP client's error. */
export function failureWithoutAnswer(error: unknown, host: string): EngineFailure {
  // If every address of a host was tried, this error has only a code, and contains the errors of each.
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const detail = error instanceof Error && error.message !== '' ? error.message : code;
  const message = code.endsWith('_TIMEOUT')
    ? `OpenSearch at ${host} did not answer in time. Try again; if it stays slow, check its load.`
    : `OpenSearch at ${host} cannot be reached (${detail}). Check that it runs.`;
  return new EngineFailure('UNAVAILABLE', message, 0, '', true);
}

/** The failure for a response with this status and reason. */
export function failureFor(status: number, { type, reason }: EngineReason, host: string): EngineFailure {
  const fail = (code: ErrorCode, text: string, isPassing = false): EngineFailure =>
    new EngineFailure(code, text, status, type, isPassing);
  const detail = reason === '' ? type : `${type}: ${reason}`;
  if (type === 'cluster_block_exception') {
    return fail(
      'UNAVAILABLE',
      `OpenSearch at ${host} rejects writes: ${reason}. Free disk space or remove the block; writes then resume automatically.`,
    );
  }
  if (type === 'index_not_found_exception' || reason.includes('require_alias')) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} has lost an index (${detail}). It is being rebuilt.`);
  }
  if (type === 'version_conflict_engine_exception') {
    return fail('UNAVAILABLE', `Another process wrote to OpenSearch at ${host} concurrently (${detail}).`);
  }
  if (status === 401 || status === 403) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} rejected the configured user (${detail}).`);
  }
  if (status === 429 && type === 'circuit_breaking_exception') {
    return fail(
      'UNAVAILABLE',
      `OpenSearch at ${host} does not have enough memory for the request (${detail}).`,
      true,
    );
  }
  const isOfRequest = status >= 500 ? TOO_MANY_CLAUSES.test(type) : OF_THE_REQUEST.test(detail);
  if (isOfRequest && !PASSING.has(status)) {
    return fail(
      'INVALID_REQUEST',
      `The search has too many, too long or too complex conditions (${detail}). Use fewer or simpler ones.`,
    );
  }
  if (PASSING.has(status) || status >= 500) {
    return fail('UNAVAILABLE', `OpenSearch at ${host} could not answer (${detail}).`, PASSING.has(status));
  }
  return fail('INTERNAL', `OpenSearch at ${host} answered ${status} (${detail}).`);
}

/** The innermost reason in a response body, or in the result of one bulk operation. */
export function reasonOf(body: unknown): EngineReason {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error)) return { type: typeof error === 'string' ? error : '', reason: '' };
  const roots: unknown = error['root_cause'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const detail = isJsonObject(root) ? root : error;
  const cause = isJsonObject(detail['caused_by']) ? detail['caused_by'] : detail;
  return { type: textOf(detail['type']), reason: textOf(cause['reason']) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
