import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws FORBIDDEN when a page of another site has made the browser send this request: the browser adds its cookies
 * whoever asks. Browsers say where a request comes from; what says nothing is no browser, and has to send JSON, which
 * no form of another site can.
 */
export function requireSameOrigin(
  request: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, 'content-type': contentType, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (origin !== undefined) {
    if (origin === publicOrigin || hostOf(origin) === request.host) return;
  } else if (
    contentType === undefined ||
    /^application\/json(?:-patch\+json)?\s*(?:;|$)/i.test(contentType)
  ) {
    return;
  }
  throw new CatalogError(
    'FORBIDDEN',
    'The request comes from another site, where a browser session does not count. Send an access token instead.',
  );
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
