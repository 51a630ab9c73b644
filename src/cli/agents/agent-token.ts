import { CatalogError } from '../../errors.ts';
import { asObject, asText } from '../../util/json/json-input.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { CatalogClient, type ServerAddress } from '../connection/catalog-client.ts';

/** A server, and how to give back the token for it. */
export interface AgentAddress extends ServerAddress {
  /** Revokes the token if it was created for the agent. */
  readonly release: () => Promise<void>;
}

/** Lifetime of a token for an agent. */
const LIFETIME_MS = 12 * 3_600_000;
const TOKENS = '/api/colophon/v1/tokens';

/**
 * The server with a token for an agent: a new one that only reads and ends after 12 hours, unless the given one is restricted.
 * Throws FORBIDDEN if the user may not create tokens.
 */
export async function narrowed(address: ServerAddress): Promise<AgentAddress> {
  const client = new CatalogClient(address);
  if (await isRestricted(client)) return asGiven(address);
  const request = { name: 'colophon mcp', durationMs: LIFETIME_MS, readOnly: true };
  try {
    const made = asObject(await client.request('POST', TOKENS, request), 'The answer');
    const id = asText(made['id'], 'id');
    return {
      url: address.url,
      token: asText(made['token'], 'token'),
      release: async () => void (await client.request('DELETE', `${TOKENS}/${id}`)),
    };
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'FORBIDDEN') throw error;
    throw new CatalogError(
      'FORBIDDEN',
      `The access token for ${address.url} can write, and its user may not create one that only reads. Use a read-only token, or --write.`,
      { cause: error },
    );
  }
}

/** The server with the given token. */
export function asGiven(address: ServerAddress): AgentAddress {
  return { ...address, release: () => Promise.resolve() };
}

/** Whether the token only reads, or covers only some properties or entity types. */
async function isRestricted(client: CatalogClient): Promise<boolean> {
  const call: JsonObject = {
    jsonrpc: '2.0',
    id: 0,
    method: 'tools/call',
    params: { name: 'get_me', arguments: {} },
  };
  const answer = object(await client.request('POST', '/mcp', call));
  const token = asObject(object(object(answer?.['result'])?.['structuredContent'])?.['token'], 'token');
  return (
    token['read_only'] === true || token['properties'] !== undefined || token['entity_types'] !== undefined
  );
}
