import type { FastifyReply } from 'fastify';
import { OAUTH_SCOPES, type OAuthScope } from '../../../model/access/oauth.ts';
import { isJsonObject, type JsonValue } from '../../../util/json.ts';
import { RPC_CODES, idOf, rpcFailure } from '../protocol/json-rpc.ts';
import { isReader } from '../tools/tool-json.ts';
import { setDefinitions } from '../tools/set-definitions.ts';
import { TOOLS } from '../tools/tools.ts';
import { resourceMetadataUrl, type OAuthParts } from './oauth-parts.ts';

/** All scopes that a call needs, if the client lacks one; undefined: it lacks none, or is no OAuth client. */
export function missingScopes(
  body: JsonValue | undefined,
  scopes: readonly OAuthScope[] | undefined,
): readonly OAuthScope[] | undefined {
  if (scopes === undefined || !isJsonObject(body) || body['method'] !== 'tools/call') return undefined;
  const name = isJsonObject(body['params']) ? body['params']['name'] : undefined;
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined || isReader(tool)) return undefined;
  const last: OAuthScope = tool === setDefinitions ? 'define' : 'write';
  const needed = OAUTH_SCOPES.slice(0, OAUTH_SCOPES.indexOf(last) + 1);
  return needed.every((scope) => scopes.includes(scope)) ? undefined : needed;
}

/** Answers that the client must ask the person for more access, with all scopes that the call needs. */
export function refuseScopes(
  reply: FastifyReply,
  needed: readonly OAuthScope[],
  body: JsonValue | undefined,
  parts: OAuthParts,
): FastifyReply {
  const message = `The call needs the scopes ${needed.join(', ')}.`;
  const challenge = [
    'Bearer error="insufficient_scope"',
    `scope="${needed.join(' ')}"`,
    `resource_metadata="${resourceMetadataUrl(parts)}"`,
    `error_description="${message}"`,
  ];
  return reply
    .code(403)
    .header('WWW-Authenticate', challenge.join(', '))
    .send(rpcFailure(idOf(body), { code: RPC_CODES.INVALID_REQUEST, message }));
}
