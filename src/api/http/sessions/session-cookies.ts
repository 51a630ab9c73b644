import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSession } from '../../../auth/accounts/sign-in.ts';

/** Scope of the cookies. */
export interface CookieScope {
  /** Path prefix of requests that carry them. */
  readonly path: string;
  /** Whether browsers send them over TLS only. */
  readonly secure: boolean;
}

/** Session cookie; the name is DataHub's. */
const SESSION_COOKIE = 'PLAY_SESSION';

/** Cookie from which pages read who is signed in; not used for authentication. */
const ACTOR_COOKIE = 'actor';

/** The session token in the cookies; undefined when there is none. */
export function sessionOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return cookieOf(request, SESSION_COOKIE);
}

/** The value of a cookie; undefined when absent or empty. */
export function cookieOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** Sets the cookies of a session. */
export function sendSession(reply: FastifyReply, session: BrowserSession, scope: CookieScope): FastifyReply {
  const maxAge = Math.floor(session.lifetimeMs / 1000);
  // ':' and '@' stay unescaped: pages read the urn, and DataHub's clients compare the text.
  const actor = encodeURIComponent(session.actor).replaceAll('%3A', ':').replaceAll('%40', '@');
  return reply
    .header('Set-Cookie', cookieText(SESSION_COOKIE, session.text, maxAge, scope, ['HttpOnly']))
    .header('Set-Cookie', cookieText(ACTOR_COOKIE, actor, maxAge, scope));
}

/** Deletes the cookies of a session. */
export function clearSession(reply: FastifyReply, scope: CookieScope): FastifyReply {
  return reply
    .header('Set-Cookie', cookieText(SESSION_COOKIE, '', 0, scope, ['HttpOnly']))
    .header('Set-Cookie', cookieText(ACTOR_COOKIE, '', 0, scope));
}

/** One `Set-Cookie` header. `SameSite=Lax`: of cross-site requests, only followed links carry the cookie. */
export function cookieText(
  name: string,
  value: string,
  maxAgeSeconds: number,
  { path, secure }: CookieScope,
  more: readonly string[] = [],
): string {
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax', ...more];
  return [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}
