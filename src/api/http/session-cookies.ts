import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSession } from '../../auth/sign-in.ts';

/** Where browsers reach the server, as far as cookies care. */
export interface CookieScope {
  /** Path below which they are sent. */
  readonly path: string;
  /** Whether they are sent over TLS only. */
  readonly secure: boolean;
}

/** Name of the cookie that holds the session, as DataHub's. */
const SESSION_COOKIE = 'PLAY_SESSION';

/** Name of the cookie that tells pages who is signed in; it proves nothing. */
const ACTOR_COOKIE = 'actor';

/** The session that a browser shows; undefined when there is none. */
export function sessionOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return cookieOf(request, SESSION_COOKIE);
}

/** The value of a cookie; undefined when there is none or it is empty. */
export function cookieOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** Lets the browser keep a session, and its pages know whose it is. */
export function sendSession(reply: FastifyReply, session: BrowserSession, scope: CookieScope): FastifyReply {
  const maxAge = Math.floor(session.lifetimeMs / 1000);
  // Pages read the urn: a colon needs no escape, and clients of DataHub compare the text.
  const actor = encodeURIComponent(session.actor).replaceAll('%3A', ':').replaceAll('%40', '@');
  return reply
    .header('Set-Cookie', cookieText(SESSION_COOKIE, session.text, maxAge, scope, ['HttpOnly']))
    .header('Set-Cookie', cookieText(ACTOR_COOKIE, actor, maxAge, scope));
}

/** Lets the browser forget its session. */
export function clearSession(reply: FastifyReply, scope: CookieScope): FastifyReply {
  return reply
    .header('Set-Cookie', cookieText(SESSION_COOKIE, '', 0, scope, ['HttpOnly']))
    .header('Set-Cookie', cookieText(ACTOR_COOKIE, '', 0, scope));
}

/** One `Set-Cookie` header. Other sites may lead here, but nothing they send carries the cookie, only links do. */
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
