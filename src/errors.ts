import { because, type OptionalRefusal, type Refusal } from './refusals.ts';

/**
 * All error codes with their status in each protocol. Only this table knows protocol statuses; other code throws a
 * CatalogError with a code.
 */
export const ERROR_CODES = {
  /** The request is malformed: bad urn, bad parameter, malformed JSON. */
  INVALID_REQUEST: { http: 400, restli: 400, graphql: 'BAD_REQUEST', title: 'Bad Request' },
  /** The proposed value violates a rule of the metadata model. */
  VALIDATION: { http: 400, restli: 422, graphql: 'BAD_REQUEST', title: 'Validation Error' },
  UNAUTHENTICATED: { http: 401, restli: 401, graphql: 'UNAUTHORIZED', title: 'Unauthorized' },
  FORBIDDEN: { http: 403, restli: 403, graphql: 'UNAUTHORIZED', title: 'Authorization Error' },
  /** The write waits for somebody who may make it; `HeldError` has the proposal. */
  HELD: { http: 403, restli: 403, graphql: 'HELD', title: 'Held for Review' },
  NOT_FOUND: { http: 404, restli: 404, graphql: 'NOT_FOUND', title: 'Not Found' },
  METHOD_NOT_ALLOWED: { http: 405, restli: 405, graphql: 'BAD_REQUEST', title: 'Method Not Allowed' },
  CONFLICT: { http: 409, restli: 409, graphql: 'CONFLICT', title: 'Conflict' },
  /** It existed and is no longer kept; `GoneError` has the remedy. */
  GONE: { http: 410, restli: 410, graphql: 'NOT_FOUND', title: 'Gone' },
  /** The condition of a conditional write does not hold. */
  PRECONDITION: { http: 412, restli: 412, graphql: 'CONFLICT', title: 'Precondition Error' },
  TOO_LARGE: { http: 413, restli: 413, graphql: 'BAD_REQUEST', title: 'Payload Too Large' },
  UNSUPPORTED_MEDIA_TYPE: { http: 415, restli: 415, graphql: 'BAD_REQUEST', title: 'Unsupported Media Type' },
  /** The caller exceeds its request rate; `TooManyRequestsError` has the time to wait. */
  TOO_MANY_REQUESTS: { http: 429, restli: 429, graphql: 'TOO_MANY_REQUESTS', title: 'Too Many Requests' },
  /** Path and headers exceed the size limit. */
  HEADERS_TOO_LARGE: {
    http: 431,
    restli: 431,
    graphql: 'BAD_REQUEST',
    title: 'Request Header Fields Too Large',
  },
  INTERNAL: { http: 500, restli: 500, graphql: 'SERVER_ERROR', title: 'Internal server error occurred' },
  /** A dependency such as the store is unavailable now; a retry may help. */
  UNAVAILABLE: { http: 503, restli: 503, graphql: 'SERVICE_UNAVAILABLE', title: 'Service Unavailable' },
  TIMEOUT: { http: 504, restli: 504, graphql: 'DEADLINE_EXCEEDED', title: 'Deadline Exceeded' },
} as const;

/** Error code: a key of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Why a request, or one part of it, was refused; with a kind of refusal for what people cause. */
export interface Problem extends OptionalRefusal {
  readonly code: ErrorCode;
  /** Sentences for people; programs must not parse them. */
  readonly message: string;
  /** Entity concerned. */
  readonly urn?: string | undefined;
  readonly aspectName?: string | undefined;
  /** Path of the refused member in the input or, beside `aspectName`, in the aspect: `upstreams[0].dataset`. */
  readonly field?: string | undefined;
  /** Position of the refused part in the request, from 0. */
  readonly index?: number | undefined;
  /** Urn of the structured property whose value was refused. */
  readonly property?: string | undefined;
  /** Line of the refused part in a text of the input, from 1. */
  readonly line?: number | undefined;
}

/** An error that the caller can understand and act on. Any other error is a bug or an outage. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly code: ErrorCode;
  #problems: readonly Problem[];

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & OptionalRefusal & { readonly problems?: readonly Problem[] } = {},
  ) {
    super(message, options);
    const { data, kind, problems } = options;
    this.code = code;
    this.#problems = problems ?? (kind === undefined ? [] : [{ code, message, kind, data }]);
  }

  /** The failures that the message describes; empty if there is nothing to add to the message. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Why it was refused; undefined without a single reason. */
  get refusal(): Refusal | undefined {
    const [problem, ...others] = this.#problems;
    return problem?.kind === undefined || others.length > 0
      ? undefined
      : { kind: problem.kind, data: problem.data };
  }

  /**
   * Prefixes the paths of the problems with that of a part of the input; returns itself. An error without problems
   * gets one.
   */
  inPart(path: string): this {
    const { code, message } = this;
    const problems: readonly Problem[] = this.#problems.length === 0 ? [{ code, message }] : this.#problems;
    this.#problems = problems.map((problem) => ({ ...problem, field: joinPaths(path, problem.field) }));
    return this;
  }
}

function joinPaths(path: string, inner: string | undefined): string {
  if (inner === undefined) return path;
  return inner.startsWith('[') ? `${path}${inner}` : `${path}.${inner}`;
}

/** TOO_MANY_REQUESTS: the same request succeeds later. HTTP responses have `Retry-After`. */
export class TooManyRequestsError extends CatalogError {
  readonly retryAfterSeconds: number;

  /** `reason` is a sentence. Appends the time to wait, rounded up to whole seconds, at least 1. */
  constructor(reason: string, retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    const message = `${reason} Try again in ${seconds} s.`;
    super('TOO_MANY_REQUESTS', message, because('RATE_LIMITED', { seconds }));
    this.retryAfterSeconds = seconds;
  }
}

/** HELD: the write of a propose-only token became a proposal. Nothing else was changed. */
export class HeldError extends CatalogError {
  /** Urn of the proposal. */
  readonly proposal: string;

  constructor(proposal: string) {
    super('HELD', `Held for review as ${proposal}. Nothing was changed yet.`, because('HELD', { proposal }));
    this.proposal = proposal;
  }
}

/** GONE: the changes after a cursor are no longer available. */
export class GoneError extends CatalogError {
  /** The oldest cursor that can be followed. */
  readonly oldestCursor: string;

  /** `reason`: a sentence. Appends the remedy. */
  constructor(reason: string, oldestCursor: string) {
    super(
      'GONE',
      `${reason} Read the current state again, then follow from that snapshot's cursor, or begin with the oldest cursor, ${oldestCursor}.`,
      because('HISTORY_MISSING'),
    );
    this.oldestCursor = oldestCursor;
  }
}

/** Why one change of a batch was refused. */
export type BatchProblem = Problem & Required<Pick<Problem, 'index'>>;

/** Maximum problems of a batch in its message; `problems` has up to a thousand. */
const LISTED_PROBLEMS = 20;
const MOST_PROBLEMS = 1_000;

/** Some changes of a batch were refused; the others are written. */
export class BatchError extends CatalogError {
  /** `problems`: in the order of the request; the first thousand are kept. */
  constructor(code: ErrorCode, written: number, problems: readonly BatchProblem[]) {
    const listed = problems.slice(0, LISTED_PROBLEMS).map(({ index, message }) => `[${index}] ${message}`);
    const more = problems.length - listed.length;
    if (more > 0) listed.push(`... and ${more} more.`);
    const count = `${problems.length} of ${problems.length + written} changes`;
    const summary =
      written === 0 ? `${count} refused, nothing is written` : `${count} refused, the others are written`;
    super(code, `${summary}. ${listed.join(' ')}`, { problems: problems.slice(0, MOST_PROBLEMS) });
  }
}

/** INVALID_REQUEST for a urn. OpenAPI's member `error` is DataHub's short text, which clients compare. */
export class InvalidUrnError extends CatalogError {
  readonly summary: string;

  /** `reason`: what is wrong with the urn, without a full stop. */
  constructor(urn: string, reason: string) {
    const summary = `Invalid urn!: ${urn.toWellFormed()}`;
    super('INVALID_REQUEST', `${summary} (${reason})`, because('URN_INVALID'));
    this.summary = summary;
  }
}

/**
 * Creates a CatalogError with code INVALID_REQUEST. `at`: path of the refused part of the input, such as `urns[3]`; a
 * name of the whole input, such as `The body`, is not a path.
 */
export function invalidRequest(message: string, at?: string, refusal?: Refusal): CatalogError {
  const error = new CatalogError('INVALID_REQUEST', message, refusal);
  return at === undefined || at === '' || at.startsWith('The ') ? error : error.inPart(at);
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
