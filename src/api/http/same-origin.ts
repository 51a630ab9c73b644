import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws FORBIDDEN when a page of another site has made the browser send this request: the browser adds its cookies
 * whoever asks. Browsers say where a request comes from; what says nothing is no browser, and has to send JSON, which
 * no form of another site can. `isChange`: whether the request changes anything, as methods like POST do by themselves.
 */
export function requireSameOrigin(
  request: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
  isChange = !SAFE_METHODS.has(request.method),
): void {
  if (!isChange || comesFromHere(request, publicOrigin)) return;
  throw new CatalogError(
    'FORBIDDEN',
    'The request comes from another site, where a browser session does not count. Send an access token instead.',
  );
}

function comesFromHere(
  { headers, host, method }: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
): boolean {
  const { origin, 'content-type': contentType, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin !== undefined) return origin === publicOrigin || hostOf(origin) === host;
  // Without TLS a browser that follows a link of another site says nothing.
  if (SAFE_METHODS.has(method)) return false;
  return contentType === undefined || /^application\/json(?:-patch\+json)?\s*(?:;|$)/i.test(contentType);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
