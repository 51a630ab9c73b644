import type { CookieScope } from './session-cookies.ts';

/** Where browsers reach the server. */
export interface Site {
  /** Undefined when the operator has not said it: then the header `Host` of each request counts. */
  readonly origin: string | undefined;
  /** Address of the start page, with a slash at its end; undefined like the origin. */
  readonly base: string | undefined;
  readonly cookies: CookieScope;
}

/** The site at a public address; the empty text stands for none. */
export function siteAt(publicUrl: string): Site {
  if (publicUrl === '') return { origin: undefined, base: undefined, cookies: { path: '/', secure: false } };
  const url = new URL(publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`);
  const cookies = { path: url.pathname, secure: url.protocol === 'https:' };
  return { origin: url.origin, base: url.href, cookies };
}
