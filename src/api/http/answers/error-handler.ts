import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { OnlyInMainThread } from '../../../operations/only-in-main.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { errorForm, type ErrorForm } from '../error-form.ts';
import type { RequestFacts } from '../requests/request-facts.ts';
import { because } from '../../../refusals.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends an error in the form of a protocol. Reports internal errors, and hides them from the client. */
    sendFailure(error: Error, form: (error: CatalogError) => ErrorForm): FastifyReply;
  }
}

/** Content type of errors. */
export const ERROR_TYPE = 'application/json; charset=utf-8';

/** Answers all errors and unknown paths with a JSON object with `error` and `message`. */
export function answerErrors(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateReply('sendFailure', function (this: FastifyReply, error, form) {
    return sendError(error, this.request, this, deps, form);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply, deps));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: `No endpoint ${request.method} ${pathOf(request)}`,
      message: 'This path does not exist. See /openapi/v3/api-docs for all paths.',
    }),
  );
}

/**
 * Sends an error, or passes the request on if only the main thread can answer it. Errors other than CatalogError are reported;
 * the client sees only the request id.
 */
export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  form: (error: CatalogError) => ErrorForm = errorForm,
): FastifyReply {
  if (error instanceof OnlyInMainThread && deps.forward !== undefined) {
    request.isForwarded = true;
    reply.hijack();
    // The main thread enforces its own time limit, and lifts it for a long response.
    reply.endAnswerLimit?.();
    const body = typeof request.body === 'string' ? request.body : undefined;
    deps.forward(request.raw, reply.raw, { body, isCounted: request.requester !== undefined });
    return reply;
  }
  const known = error instanceof CatalogError ? error : translated(error, request);
  const { status, headers, body } = errorAnswer(error, known, request, deps, form);
  return reply.code(status).headers(headers).type(ERROR_TYPE).send(body);
}

/**
 * The response for an error: its own if it is `known`; otherwise the error is reported, and the client sees the
 * request id.
 */
export function errorAnswer(
  error: Error,
  known: CatalogError | undefined,
  request: RequestFacts,
  { reportFailure }: Pick<HttpDependencies, 'reportFailure'>,
  form: (error: CatalogError) => ErrorForm = errorForm,
): ErrorForm {
  if (known === undefined || known.code === 'INTERNAL') {
    const { id, method, requester } = request;
    reportFailure({ requestId: id, actor: requester?.actor.urn, method, path: pathOf(request), error });
    const shown = form(hidden(request));
    return { ...shown, body: { ...shown.body, requestId: request.id } };
  }
  const shown = form(known);
  if (shown.status >= 500) request.failure = known;
  return shown;
}

function hidden(request: RequestFacts): CatalogError {
  const text = `Internal error. See the server log for request ${request.id}.`;
  return new CatalogError('INTERNAL', text);
}

/** Translates an error of Fastify into a CatalogError; undefined if the request did not cause it. */
function translated(
  error: Error & { readonly code?: string; readonly statusCode?: number },
  { routeOptions }: FastifyRequest,
): CatalogError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = `The request body is longer than ${routeOptions.bodyLimit} bytes.`;
      return new CatalogError(
        'TOO_LARGE',
        `${limit} Send it in several smaller requests.`,
        because('REQUEST_TOO_LARGE', { most: routeOptions.bodyLimit }),
      );
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CatalogError(
        'UNSUPPORTED_MEDIA_TYPE',
        `${error.message}. Send JSON with the header 'Content-Type: application/json'.`,
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest(
        'The length of the request body differs from the header Content-Length.',
        undefined,
        because('CONNECTION_CUT'),
      );
    case 'ECONNRESET':
      return brokenOff();
    case 'FST_ERR_BAD_URL':
      return invalidRequest(
        'The path is not valid percent-encoded UTF-8. Write a literal % as %25.',
        undefined,
        because('URN_INVALID'),
      );
    default:
      return isRefusal(error) ? invalidRequest(error.message, undefined, because('JSON_INVALID')) : undefined;
  }
}

/** The error for a request whose client disconnected before it was completely received. */
export function brokenOff(): CatalogError {
  return invalidRequest(
    'The connection was closed before the whole request was received.',
    undefined,
    because('CONNECTION_CUT'),
  );
}

/** Whether it is another client error (4xx) of Fastify. */
function isRefusal({
  code,
  statusCode = 500,
}: {
  readonly code?: string;
  readonly statusCode?: number;
}): boolean {
  return code?.startsWith('FST_') === true && statusCode >= 400 && statusCode < 500;
}

function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  return request.url.split('?', 1)[0] ?? '';
}
