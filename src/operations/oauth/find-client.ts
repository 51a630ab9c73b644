import { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { OAuthError, type OAuthClient } from '../../model/access/oauth.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import { checkedLookup, hostOf, respond, type Lookup } from '../webhooks/delivery/post-message.ts';
import type { AddressCheck } from '../webhooks/delivery/receiver-address.ts';

/** Dependencies of {@link findClient}. */
export interface ClientParts {
  /** Clients of the configuration. */
  readonly configured: readonly OAuthClient[];
  /** The only hosts of metadata documents; empty: all. */
  readonly hosts: readonly string[];
  readonly isAllowed: AddressCheck;
  /** Called before a document is fetched; may throw. */
  readonly beforeFetch?: () => void;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
}

const MOST_BYTES = 5 * 1024;
const TIMEOUT_MS = 3_000;
const LONGEST_ID = 2_048;
const MOST_REDIRECTS = 50;

/**
 * The client of the configuration, or of the metadata document at its id (draft-ietf-oauth-client-id-metadata-document). Throws
 * OAuthError `invalid_client`.
 */
export async function findClient(id: string, parts: ClientParts): Promise<OAuthClient> {
  const known = parts.configured.find((client) => client.id === id);
  if (known !== undefined) return known;
  const url = documentUrl(id);
  if (url === undefined || (parts.hosts.length > 0 && !parts.hosts.includes(url.hostname)))
    throw unknownClient('It is neither configured nor the allowed https address of a metadata document.');
  parts.beforeFetch?.();
  return readDocument(id, await fetchDocument(url, parts));
}

/** The URL of a metadata document; undefined unless it is https, with a path, and written in its normal form. */
function documentUrl(id: string): URL | undefined {
  const url = URL.parse(id);
  if (url === null || id.length > LONGEST_ID || url.href !== id) return undefined;
  const isPlain = url.username === '' && url.password === '' && !id.includes('#');
  return isPlain && url.protocol === 'https:' && url.pathname !== '/' ? url : undefined;
}

/** Gets a JSON document as webhooks are posted: from allowed addresses, without redirects. Throws OAuthError. */
export async function fetchDocument(
  url: URL,
  { isAllowed, lookup = systemLookup }: Pick<ClientParts, 'isAllowed' | 'lookup'>,
): Promise<unknown> {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowed(host)) throw unknownClient(`${host} is not on the public internet.`);
  try {
    const response = await respond(url, '', {
      method: 'GET',
      headers: { accept: 'application/json' },
      agent: false,
      lookup: checkedLookup(isAllowed, lookup),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isDocument =
      response.statusCode === 200 &&
      /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers['content-type'] ?? '');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (!isDocument || size > MOST_BYTES) break;
      chunks.push(chunk);
    }
    if (!isDocument || size > MOST_BYTES) throw new Error('no JSON document of at most 5 kB');
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    // The reason would show what is reachable from here.
    throw unknownClient('Its metadata document could not be read.');
  }
}

/** Reads a metadata document. Throws OAuthError if it is not that of a public client. */
export function readDocument(id: string, document: unknown): OAuthClient {
  if (!isJsonObject(document) || document['client_id'] !== id)
    throw unknownClient('Its metadata document is of another client.');
  const { token_endpoint_auth_method: method = 'none' } = document;
  const redirectUris = redirectsIn(document);
  if (method !== 'none' || redirectUris === undefined)
    throw unknownClient('Its metadata document must be of a public client, with redirect_uris.');
  const { client_name: name } = document;
  return {
    id,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : new URL(id).host,
    redirectUris,
  };
}

function redirectsIn({ redirect_uris: uris }: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_REDIRECTS) return undefined;
  const texts = uris.filter((uri) => typeof uri === 'string');
  return texts.length === uris.length ? texts : undefined;
}

function unknownClient(reason: string): OAuthError {
  return new OAuthError('invalid_client', `The client is unknown. ${reason}`);
}

/** Clients of the option `agents.oauthClients`, each entry an id and a redirect address. */
export function configuredClients(entries: readonly string[]): readonly OAuthClient[] {
  const byId = new Map<string, string[]>();
  for (const entry of entries) {
    const [id = ''] = entry.split('=', 1);
    byId.set(id, [...(byId.get(id) ?? []), entry.slice(id.length + 1)]);
  }
  return [...byId].map(([id, redirectUris]) => ({ id, name: id, redirectUris }));
}
