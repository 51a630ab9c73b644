import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, ERROR_CODES, invalidRequest } from '../../errors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { errorForm } from './error-form.ts';

/** Answers every failure, and every path that does not exist, as a JSON object with `error` and `message`. */
export function answerErrors(app: FastifyInstance, deps: HttpDependencies): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply, deps));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: `No endpoint ${request.method} ${pathOf(request)}`,
      message: 'There is nothing at this path. See /openapi/v3/api-docs for what is served.',
    }),
  );
}

/** Answers one failure; what is not a CatalogError is reported and hidden behind the id of the request. */
export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
): FastifyReply {
  const known = error instanceof CatalogError ? error : translated(error, deps);
  if (known !== undefined && known.code !== 'INTERNAL') {
    const { status, headers, body } = errorForm(known);
    return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
  }
  deps.reportFailure({ requestId: request.id, method: request.method, path: pathOf(request), error });
  return reply
    .code(500)
    .type('application/json; charset=utf-8')
    .send({
      error: ERROR_CODES.INTERNAL.title,
      message: `The server failed to answer. Its log has the details under request ${request.id}.`,
      requestId: request.id,
    });
}

/** What Fastify itself refuses, in our words; undefined when it is no fault of the request. */
function translated(
  error: Error & { readonly code?: string },
  deps: HttpDependencies,
): CatalogError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = `The request body is longer than ${deps.limits.bodyBytes} bytes.`;
      return new CatalogError('TOO_LARGE', `${limit} Send it in several smaller requests.`);
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CatalogError(
        'UNSUPPORTED_MEDIA_TYPE',
        `${error.message}. Send JSON with the header 'Content-Type: application/json'.`,
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest('The request body is not as long as the header Content-Length says.');
    case 'FST_ERR_HANDLER_TIMEOUT': {
      const limit = `The request could not be answered within ${deps.limits.answerTimeoutMs} ms.`;
      const remedy = 'What it wrote stays written: look before you repeat it, and ask for less at a time.';
      return new CatalogError('TIMEOUT', `${limit} ${remedy}`);
    }
    case 'FST_ERR_BAD_URL':
      return invalidRequest('The path is not valid percent-encoded UTF-8. Write a literal % as %25.');
    default:
      return undefined;
  }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
