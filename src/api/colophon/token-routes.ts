import { createAccessToken } from '../../operations/tokens/create-access-token.ts';
import { getAccessToken } from '../../operations/tokens/get-access-token.ts';
import { listAccessTokens } from '../../operations/tokens/list-access-tokens.ts';
import { revokeAccessToken } from '../../operations/tokens/revoke-access-token.ts';
import { platform } from '../../operations/needs.ts';
import type { OutputOf } from '../../operations/operation.ts';
import type { JsonObject } from '../../util/json.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Access tokens. */
export const TOKEN_ROUTES: readonly OwnRoute[] = [
  exposed('POST /tokens', createAccessToken, {
    success: 201,
    present: ({ madeUser, metadata, token }) => ({ ...present(metadata), token, madeUser }),
  }),
  {
    ...exposed('GET /tokens', listAccessTokens, {
      fixed: { actors: undefined, owners: undefined },
      summary: 'Lists all access tokens, oldest first.',
      present: (tokens) => ({ tokens: tokens.map(present) }),
    }),
    // Listing only one's own tokens needs no privilege.
    operation: { ...listAccessTokens, needs: platform('MANAGE_ACCESS_TOKENS') },
  },
  exposed('GET /tokens/:id', getAccessToken, { mayMiss: true, present }),
  exposed('DELETE /tokens/:id', revokeAccessToken, {
    present: (_, { id }) => ({ id, revoked: true }),
  }),
];

function present(token: OutputOf<typeof getAccessToken>): JsonObject {
  return {
    id: token.id,
    name: token.name,
    description: token.description ?? null,
    actorUrn: token.actor,
    ownerUrn: token.owner,
    createdAt: token.createdAt,
    expiresAt: token.expiresAt ?? null,
    lastUsedAt: token.lastUsedAt ?? null,
    readOnly: token.restriction?.readOnly ?? false,
    direct: token.restriction?.direct ?? false,
    proposeOnly: token.restriction?.proposeOnly ?? false,
    properties: token.restriction?.properties?.slice() ?? null,
    entityTypes: token.restriction?.entityTypes?.slice() ?? null,
  };
}
