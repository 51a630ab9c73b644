import { CatalogError, ERROR_CODES, TooManyRequestsError } from '../../errors.ts';

/** An error as an HTTP client gets it. */
export interface ErrorForm {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly message: string; readonly [member: string]: unknown };
}

/** A request body that is not JSON; DataHub has a title of its own for it. */
export class InvalidJsonError extends CatalogError {
  constructor(message: string) {
    super('INVALID_REQUEST', message);
  }
}

const NO_HEADERS: ErrorForm['headers'] = {};
/** How long (s) clients leave an engine that does not answer alone; DataHub's own waits as long as it is told. */
const REST_OF_ENGINES = 2;

/**
 * The form in which HTTP clients get a failure that they can act on. As in DataHub, a bad request says in `error`
 * what is wrong, while every other failure has a fixed title there; `message` is always the whole text.
 */
export function errorForm(error: CatalogError): ErrorForm {
  const { http, title } = ERROR_CODES[error.code];
  const { message } = error;
  if (error.code === 'UNAUTHENTICATED') {
    const body = { error: title, message, status: http };
    return { status: http, headers: { 'WWW-Authenticate': 'Bearer' }, body };
  }
  return { status: http, headers: retryHeaders(error), body: { error: errorTitle(error, title), message } };
}

function retryHeaders(error: CatalogError): ErrorForm['headers'] {
  if (error instanceof TooManyRequestsError) return { 'Retry-After': String(error.retryAfterSeconds) };
  return error.code === 'UNAVAILABLE' ? { 'Retry-After': String(REST_OF_ENGINES) } : NO_HEADERS;
}

function errorTitle(error: CatalogError, title: string): string {
  if (error instanceof InvalidJsonError) return 'Invalid JSON format';
  return error.code === 'INVALID_REQUEST' ? error.message : title;
}
