import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notedWarnings, type RequestNature } from '../../../auth/audit/request-scope.ts';
import { invalidRequest, type CatalogError } from '../../../errors.ts';
import { shorten } from '../../../util/printable.ts';
import { because } from '../../../refusals.ts';

/** Response header with the warnings about a request, a JSON list of texts in ASCII. */
export const WARNINGS_HEADER = 'X-Colophon-Warnings';

/**
 * Request header: `true` refuses a request that would be answered with warnings; `allow-kept` does too, except for warnings of
 * keys and built-in values that differ.
 */
export const STRICT_HEADER = 'X-Colophon-Strict';

/** Maximum length of a header value in a message. */
const MAX_SHOWN = 40;

/** Adds the warnings that were noted for a request to its response, in every protocol. */
export function showWarnings(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const warnings = warningsText();
    if (warnings !== undefined) reply.header(WARNINGS_HEADER, warnings);
    done();
  });
}

/** The header's value for the current request; undefined if no warning was noted. */
export function warningsText(): string | undefined {
  const warnings = notedWarnings();
  return warnings.length > 0 ? inAscii(JSON.stringify(warnings)) : undefined;
}

/** Which warnings cause a request to be refused. */
export type Strictness = Pick<RequestNature, 'isStrict' | 'allowsKept'>;

/** Reads which warnings cause the request to be refused. Returns an error for an invalid header. */
export function strictnessOf({ headers }: FastifyRequest): Strictness | CatalogError {
  const sent = headers[STRICT_HEADER.toLowerCase()];
  if (sent === undefined || sent === 'false') return { isStrict: false };
  if (sent === 'true') return { isStrict: true };
  if (sent === 'allow-kept') return { isStrict: true, allowsKept: true };
  return invalidRequest(
    `${STRICT_HEADER} must be true, false or allow-kept, but it is '${shorten(String(sent), MAX_SHOWN)}'.`,
    undefined,
    because('INPUT_FORMAT', { name: STRICT_HEADER, value: String(sent) }),
  );
}

/** JSON with all other characters escaped: not every client reads header values as UTF-8. */
function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
