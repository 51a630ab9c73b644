import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protection against cross-site request forgery: throws FORBIDDEN when a page of another site made the browser send
 * this request. Browsers send `Sec-Fetch-Site` or `Origin`; a client that sends neither must declare JSON for
 * its body, if it has one, which a form of another site cannot. `isChange`: whether the request changes state; by
 * default decided by the method.
 */
export function requireSameOrigin(
  request: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
  isChange = !SAFE_METHODS.has(request.method),
): void {
  if (!isChange || comesFromHere(request, publicOrigin)) return;
  throw new CatalogError(
    'FORBIDDEN',
    'The request comes from another site, where browser sessions are not accepted. Send an access token instead.',
  );
}

/**
 * Throws FORBIDDEN unless an own page or the person at the browser sent this GET, which ends the session. Without TLS
 * browsers do not send `Sec-Fetch-Site`, so the `Referer` of an own page suffices; its absence does not, because another
 * site can suppress it.
 */
export function requireOwnPage(
  { headers, host, method }: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
): void {
  const { origin, referer } = headers;
  const foreign = [origin, referer].some((sent) => sent !== undefined && !isHere(sent, host, publicOrigin));
  const isOwn = referer !== undefined || comesFromHere({ headers, host, method }, publicOrigin);
  if (isOwn && !foreign && !isFromElsewhere(headers['sec-fetch-site'])) return;
  throw new CatalogError(
    'FORBIDDEN',
    'Another site cannot end a session. Log out on a page of this server, or send POST /logOut from there.',
  );
}

function isFromElsewhere(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function isHere(address: string, host: string, publicOrigin: string | undefined): boolean {
  return URL.canParse(address) && (new URL(address).origin === publicOrigin || hostOf(address) === host);
}

function comesFromHere(
  { headers, host, method }: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicOrigin: string | undefined,
): boolean {
  const { origin, 'content-type': contentType, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return !isFromElsewhere(site);
  if (origin !== undefined) return origin === publicOrigin || hostOf(origin) === host;
  // Without TLS, browsers send neither header when they follow a link from another site.
  if (SAFE_METHODS.has(method)) return false;
  if (contentType === undefined) return !hasBody(headers);
  return /^application\/json(?:-patch\+json)?\s*(?:;|$)/i.test(contentType);
}

function hasBody({
  'content-length': length,
  'transfer-encoding': encoding,
}: FastifyRequest['headers']): boolean {
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
