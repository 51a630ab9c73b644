import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';

/** The origins that may call. */
export interface AllowedOrigins {
  /** Of the public address; undefined: not configured. */
  readonly own: string | undefined;
  readonly further: readonly string[];
}

/** Where a request comes from and goes to. */
type Addresses = Pick<FastifyRequest, 'headers' | 'host' | 'ip'>;

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Throws FORBIDDEN for a request from a page of another site, and for a name of another site that leads to this machine (DNS
 * rebinding).
 */
export function requireOrigin(request: Addresses, origins: AllowedOrigins): void {
  if (request.headers.origin !== undefined && pageOf(request, origins) === undefined) {
    throw new CatalogError(
      'FORBIDDEN',
      'The request comes from a page of another site. Add its origin to the option agents.allowedOrigins.',
    );
  }
  const { host, ip } = request;
  const { own } = origins;
  const isKnown = LOCAL_HOST.test(host) || (own !== undefined && hostOf(own) === host);
  if (LOOPBACK.test(ip) && !isKnown) {
    throw new CatalogError(
      'FORBIDDEN',
      'The header Host names another site. Use localhost, or set the option publicUrl to the address in use.',
    );
  }
}

/** The origin of the page that sends the request; undefined if none does, or if it may not call. */
export function pageOf(
  { headers: { origin }, host }: Pick<Addresses, 'headers' | 'host'>,
  { further, own }: AllowedOrigins,
): string | undefined {
  if (origin === undefined) return undefined;
  return origin === own || further.includes(origin) || hostOf(origin) === host ? origin : undefined;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
