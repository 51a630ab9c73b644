import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError, invalidRequest, messageOf } from '../../errors.ts';
import { parseJsonExactly } from '../../util/exact-json.ts';
import type { JsonValue } from '../../util/json.ts';
import { InvalidJsonError } from './error-form.ts';

const JSON_TYPES = ['application/json', 'application/json-patch+json'];

/**
 * Parses bodies as JSON without rounding numbers. Ignores the body of a DELETE; answers other content types of other
 * methods with 415.
 */
export function readBodiesExactly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseBody(request, body));
    } catch (error) {
      done(error instanceof Error ? error : new Error(messageOf(error)));
    }
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    payload.resume();
    if (request.method === 'DELETE') done(null, undefined);
    else done(unsupportedMediaType(request));
  });
}

/** The parsed body of a request; throws INVALID_REQUEST when there is none. */
export function bodyOf(request: FastifyRequest): JsonValue {
  if (request.body === undefined) throw invalidRequest('The request has no body. Send JSON.');
  // The only installed parser returns JSON values.
  return request.body as JsonValue;
}

function parseBody(request: FastifyRequest, body: string | Buffer): JsonValue | undefined {
  if (request.method === 'DELETE' || body.length === 0) return undefined;
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return parseJsonExactly(text);
  } catch (error) {
    throw new InvalidJsonError(
      error instanceof CatalogError
        ? error.message
        : 'The request body is not UTF-8 text. Encode it as UTF-8.',
    );
  }
}

function unsupportedMediaType(request: FastifyRequest): CatalogError {
  const sent = request.headers['content-type'] ?? 'no Content-Type';
  return new CatalogError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The request body was sent as ${sent}. Send JSON with the header 'Content-Type: application/json'.`,
  );
}
