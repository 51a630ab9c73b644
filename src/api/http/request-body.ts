import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { MalformedJsonError, parseLongJson } from '../../util/json/exact-json.ts';
import type { JsonLimits } from '../../util/json/json-scan.ts';
import type { JsonValue } from '../../util/json.ts';
import { InvalidJsonError } from './error-form.ts';
import { because } from '../../refusals.ts';

const JSON_TYPES = ['application/json', 'application/json-patch+json'];

/**
 * Parses bodies as JSON within the limits, without rounding numbers. Ignores the body of a DELETE; answers other content
 * types of other methods with 415.
 */
export function readBodiesExactly(app: FastifyInstance, limits: JsonLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    parseBody(request, body, limits),
  );
  app.addContentTypeParser('*', (request, payload, done) => {
    payload.resume();
    if (request.method === 'DELETE') done(null, undefined);
    else done(unsupportedMediaType(request));
  });
}

/** The parsed body of a request; throws INVALID_REQUEST when there is none. */
export function bodyOf(request: FastifyRequest): JsonValue {
  if (request.body === undefined)
    throw invalidRequest(
      'The request has no body. Send JSON.',
      undefined,
      because('INPUT_MISSING', { name: 'body' }),
    );
  // The only installed parser returns JSON values.
  return request.body as JsonValue;
}

async function parseBody(
  request: FastifyRequest,
  body: Buffer,
  limits: JsonLimits,
): Promise<JsonValue | undefined> {
  if (request.method === 'DELETE' || body.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return await parseLongJson(text, limits);
  } catch (error) {
    if (error instanceof MalformedJsonError) throw new InvalidJsonError(error.message);
    if (error instanceof CatalogError) throw error;
    throw new InvalidJsonError('The request body is not UTF-8 text. Encode it as UTF-8.');
  }
}

/** The error for a body that is not JSON. */
export function unsupportedMediaType(request: FastifyRequest): CatalogError {
  const sent = request.headers['content-type'] ?? 'no Content-Type';
  return new CatalogError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The request body was sent as ${sent}. Send JSON with the header 'Content-Type: application/json'.`,
  );
}
