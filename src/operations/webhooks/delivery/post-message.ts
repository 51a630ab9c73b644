import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf } from '../../../errors.ts';
import { printable } from '../../../util/printable.ts';
import type { AddressCheck } from './receiver-address.ts';

/** Maximum bytes of a response that are read; enough for the kept characters. */
const MOST_BYTES = 1_024;
/** Maximum characters of a response that are kept. */
const MOST_CHARACTERS = 300;

/** Resolves all addresses of a host name. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Options for sending messages. */
export interface PostParts {
  readonly isAllowed: AddressCheck;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
  /** Time for the whole exchange, in ms. */
  readonly timeoutMs: number;
}

/** Result of a request. */
export interface Posted {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Undefined if the status is from 200 to 299. */
  readonly error: string | undefined;
  /** The header `Retry-After` of a response with status 429 or 503. */
  readonly retryAfter?: string | undefined;
}

/** Statuses with which `Retry-After` says when to retry. */
const RETRYABLE: readonly number[] = [429, 503];

/**
 * POSTs a JSON text over a new connection, if all addresses to which the host name resolves for it are allowed.
 * Follows no redirects. Resolves also on failure; rejects only if the signal is aborted.
 */
export async function postMessage(
  url: string,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  { isAllowed, lookup = systemLookup, timeoutMs }: PostParts,
  signal: AbortSignal,
): Promise<Posted> {
  const target = new URL(url);
  const host = hostOf(target);
  // The lookup of the connection checks names, but is not called for IP addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) return { status: undefined, error: refusal(host) };
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await respond(target, body, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // Connections are not reused, so that each address is checked.
      agent: false,
      lookup: checkedLookup(isAllowed, lookup),
      signal: AbortSignal.any([signal, late]),
    });
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status < 300) {
      response.destroy();
      return { status, error: undefined };
    }
    const text = await beginningOf(response).catch(() => '');
    const error = printable(text).slice(0, MOST_CHARACTERS) || `Status ${status}.`;
    const retryAfter = RETRYABLE.includes(status) ? response.headers['retry-after'] : undefined;
    return { status, error, retryAfter };
  } catch (error) {
    signal.throwIfAborted();
    const reason = late.aborted ? `No response within ${timeoutMs / 1_000} s.` : messageOf(error);
    return { status: undefined, error: printable(reason).slice(0, MOST_CHARACTERS) };
  }
}

/** The host of a URL; IPv6 addresses without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Message for a host that is not allowed. Omits the resolved address, because the owner may not know the network. */
export function refusal(host: string): string {
  return `${host} is not on the public internet. To allow it, add its network to the option webhooks.allowedNetworks.`;
}

/** Sends a request over a new connection. Rejects if it fails. */
export function respond(
  target: URL,
  body: string,
  options: Parameters<typeof requestByHttp>[1] & object,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? requestByHttps : requestByHttp;
    const request = send(target, options, resolve);
    request.on('error', reject);
    // Also after an invalid response, such as a protocol switch.
    request.on('close', () => reject(new Error('The connection was closed without a response.')));
    request.end(body);
  });
}

/** Resolves a name for a connection, and fails if one of its addresses is not allowed. */
export function checkedLookup(isAllowed: AddressCheck, lookup: Lookup): LookupFunction {
  return (hostname, { all }, done) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, '');
        return;
      }
      const refused = addresses.find(({ address }) => !isAllowed(address));
      const [first] = addresses;
      if (refused !== undefined) done(new Error(refusal(hostname)), '');
      else if (first === undefined) done(new Error(`${hostname} has no address.`), '');
      else if (all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
