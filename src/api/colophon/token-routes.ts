import { createAccessToken } from '../../operations/tokens/create-access-token.ts';
import { getAccessToken } from '../../operations/tokens/get-access-token.ts';
import { listAccessTokens } from '../../operations/tokens/list-access-tokens.ts';
import { revokeAccessToken } from '../../operations/tokens/revoke-access-token.ts';
import { platform } from '../../operations/needs.ts';
import type { OutputOf } from '../../operations/operation.ts';
import type { JsonObject } from '../../util/json.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';
import { TOKEN_BODY } from './token-body.ts';

/** Access tokens. */
export const TOKEN_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'POST',
    path: '/tokens',
    operation: createAccessToken,
    success: 201,
    summary: 'Create an access token; its text is shown only here',
    body: TOKEN_BODY,
    answer: async ({ body, requester }) => {
      const actor = body.actor ?? requester.actor.urn;
      const { metadata, madeUser, token } = await requester.run(createAccessToken, { ...body, actor });
      return { ...present(metadata), token, madeUser };
    },
  }),
  ownRoute({
    method: 'GET',
    path: '/tokens',
    // Less is needed to list one's own only.
    operation: { ...listAccessTokens, needs: platform('MANAGE_ACCESS_TOKENS') },
    summary: 'List all access tokens, oldest first',
    answer: async ({ requester }) => ({ tokens: (await requester.run(listAccessTokens, {})).map(present) }),
  }),
  ownRoute({
    method: 'GET',
    path: '/tokens/:id',
    operation: getAccessToken,
    mayMiss: true,
    summary: 'Get an access token by its id',
    answer: async ({ named, requester }) => present(await requester.run(getAccessToken, { id: named('id') })),
  }),
  ownRoute({
    method: 'DELETE',
    path: '/tokens/:id',
    operation: revokeAccessToken,
    mayMiss: true,
    summary: 'Revoke an access token',
    answer: async ({ named, requester }) => {
      const id = named('id');
      await requester.run(revokeAccessToken, { id });
      return { id, revoked: true };
    },
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
    properties: token.restriction?.properties?.slice() ?? null,
    entityTypes: token.restriction?.entityTypes?.slice() ?? null,
  };
}
