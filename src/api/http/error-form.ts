import {
  CatalogError,
  ERROR_CODES,
  GoneError,
  HeldError,
  InvalidUrnError,
  TooManyRequestsError,
} from '../../errors.ts';
import { because } from '../../refusals.ts';

/** An error response. */
export interface ErrorForm {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly message: string; readonly [member: string]: unknown };
}

/** A request body that is not JSON. A separate class, because DataHub has its own title for it. */
export class InvalidJsonError extends CatalogError {
  constructor(message: string) {
    super('INVALID_REQUEST', message, because('JSON_INVALID'));
  }
}

const NO_HEADERS: ErrorForm['headers'] = {};
/** `Retry-After` in seconds while an engine is unavailable. DataHub's client honours the header. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The response for an error that the client can act on. As in DataHub, `error` holds the message for a bad request, a
 * short text for an invalid urn, and a fixed title for every other error; `message` always holds the message.
 */
export function errorForm(error: CatalogError): ErrorForm {
  const { http, title } = ERROR_CODES[error.code];
  const { message } = error;
  if (error.code === 'UNAUTHENTICATED') {
    const body = { error: title, message, status: http };
    return { status: http, headers: { 'WWW-Authenticate': 'Bearer' }, body };
  }
  const body = {
    error: errorTitle(error, title),
    message,
    ...(error.problems.length > 0 && { problems: error.problems }),
    ...(error instanceof GoneError && { oldestCursor: error.oldestCursor }),
  };
  return { status: http, headers: headersOf(error), body };
}

function headersOf(error: CatalogError): ErrorForm['headers'] {
  if (error instanceof HeldError) return { 'X-Colophon-Proposal': error.proposal };
  if (error instanceof TooManyRequestsError) return { 'Retry-After': String(error.retryAfterSeconds) };
  return error.code === 'UNAVAILABLE' ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : NO_HEADERS;
}

function errorTitle(error: CatalogError, title: string): string {
  if (error instanceof InvalidJsonError) return 'Invalid JSON format';
  if (error instanceof InvalidUrnError) return error.summary;
  return error.code === 'INVALID_REQUEST' ? error.message : title;
}
