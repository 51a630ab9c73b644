/**
 * Every way in which a request can fail, and what each protocol calls it. The table is the only place that knows
 * protocol statuses; the code that finds a failure names its domain code and nothing else.
 */
export const ERROR_CODES = {
  /** The request cannot be understood: bad urn, bad parameter, malformed JSON. */
  INVALID_REQUEST: { http: 400, restli: 400, graphql: 'BAD_REQUEST', title: 'Bad Request' },
  /** A rule of the metadata model refuses the proposed value. */
  VALIDATION: { http: 400, restli: 422, graphql: 'BAD_REQUEST', title: 'Validation Error' },
  UNAUTHENTICATED: { http: 401, restli: 401, graphql: 'UNAUTHORIZED', title: 'Unauthorized' },
  FORBIDDEN: { http: 403, restli: 403, graphql: 'UNAUTHORIZED', title: 'Authorization Error' },
  NOT_FOUND: { http: 404, restli: 404, graphql: 'NOT_FOUND', title: 'Not Found' },
  METHOD_NOT_ALLOWED: { http: 405, restli: 405, graphql: 'BAD_REQUEST', title: 'Method Not Allowed' },
  CONFLICT: { http: 409, restli: 409, graphql: 'CONFLICT', title: 'Conflict' },
  /** A condition of a conditional write does not hold. */
  PRECONDITION: { http: 412, restli: 412, graphql: 'CONFLICT', title: 'Precondition Error' },
  TOO_LARGE: { http: 413, restli: 413, graphql: 'BAD_REQUEST', title: 'Payload Too Large' },
  UNSUPPORTED_MEDIA_TYPE: { http: 415, restli: 415, graphql: 'BAD_REQUEST', title: 'Unsupported Media Type' },
  /** The caller asks more often than it may; `TooManyRequestsError` says when to come back. */
  TOO_MANY_REQUESTS: { http: 429, restli: 429, graphql: 'TOO_MANY_REQUESTS', title: 'Too Many Requests' },
  /** A header or the path is longer than what is read. */
  HEADERS_TOO_LARGE: {
    http: 431,
    restli: 431,
    graphql: 'BAD_REQUEST',
    title: 'Request Header Fields Too Large',
  },
  INTERNAL: { http: 500, restli: 500, graphql: 'SERVER_ERROR', title: 'Internal server error occurred' },
  /** The store could not take the write now; trying again may help. */
  UNAVAILABLE: { http: 503, restli: 503, graphql: 'SERVICE_UNAVAILABLE', title: 'Service Unavailable' },
  TIMEOUT: { http: 504, restli: 504, graphql: 'DEADLINE_EXCEEDED', title: 'Deadline Exceeded' },
} as const;

/** Name of a row of the table. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** A failure that the caller can understand and act on; anything else that is thrown is a bug or an outage. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A refusal that passes: the same request is fine after a while. HTTP answers it with `Retry-After`. */
export class TooManyRequestsError extends CatalogError {
  readonly retryAfterSeconds: number;

  /** `reason` is a sentence; the time to wait, in whole seconds and at least one, is added to it. */
  constructor(reason: string, retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super('TOO_MANY_REQUESTS', `${reason} Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}

/** Shorthand for the commonest failure: the request itself is wrong. */
export function invalidRequest(message: string): CatalogError {
  return new CatalogError('INVALID_REQUEST', message);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
