/** What a client may do with a person's rights, each including those before it. */
export const OAUTH_SCOPES = ['read', 'write', 'define'] as const;

export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** Codes of errors that OAuth clients know (RFC 6749, RFC 8707). */
type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An error that is answered as OAuth defines it. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** A client that may ask people for access. */
export interface OAuthClient {
  /** URL of its metadata document, or the id in the configuration. */
  readonly id: string;
  /** As it calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the address leads to the machine of the person. */
export function isLoopback({ hostname, protocol }: Pick<URL, 'hostname' | 'protocol'>): boolean {
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
}

/** What hosts consist of. Others, such as a semicolon, would end the list of hosts in a content security policy. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** Whether codes may be sent to the address: https, or loopback; without user and fragment. */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes('#') || text.length > 2_048) return false;
  const isPlain = url.username === '' && url.password === '' && PLAIN_HOST.test(url.host);
  return isPlain && (url.protocol === 'https:' || isLoopback(url));
}

/** Whether the client has registered the address: the same text, but any port on loopback. */
export function isRegistered({ redirectUris }: Pick<OAuthClient, 'redirectUris'>, asked: string): boolean {
  if (!isRedirectUri(asked)) return false;
  return redirectUris.some((known) => known === asked || isSameLoopback(known, asked));
}

function isSameLoopback(known: string, asked: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(asked)];
  if (one === null || other === null || !isLoopback(one) || !isLoopback(other)) return false;
  one.port = '';
  other.port = '';
  return one.href === other.href && isRedirectUri(known);
}

/** The known scopes of a space-separated list, with those that they include; `read` without any. */
export function scopesIn(text: string): readonly OAuthScope[] {
  const words = text.split(' ');
  const last = OAUTH_SCOPES.findLastIndex((scope) => words.includes(scope));
  return OAUTH_SCOPES.slice(0, Math.max(last, 0) + 1);
}
