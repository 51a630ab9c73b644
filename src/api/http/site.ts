import type { CookieScope } from './sessions/session-cookies.ts';

/** Public address of the server. */
export interface Site {
  /** Undefined when not configured; then the `Host` header of each request is used. */
  readonly origin: string | undefined;
  /** Address of the start page, with a trailing slash; undefined when not configured. */
  readonly base: string | undefined;
  readonly cookies: CookieScope;
}

/** The site at a public URL; '' for none configured. */
export function siteAt(publicUrl: string): Site {
  if (publicUrl === '') return { origin: undefined, base: undefined, cookies: { path: '/', secure: false } };
  const url = new URL(publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`);
  const cookies = { path: url.pathname, secure: url.protocol === 'https:' };
  return { origin: url.origin, base: url.href, cookies };
}
