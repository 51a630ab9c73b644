import { invalidRequest } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { AccessTokens, IssuedToken, TokenRequest } from './access-tokens.ts';
import { ROOT_ACTOR } from './actor.ts';
import type { Permit } from './permit.ts';
import { forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { tokenId } from './token-records.ts';
import type { AccessToken } from './token-records.ts';
import { requireUser } from './user-state.ts';

/** Filter for listing tokens; an absent member does not restrict. */
export interface TokenFilter {
  /** Created by any of these. */
  readonly owners?: readonly string[];
  /** Carries the rights of any of these. */
  readonly actors?: readonly string[];
}

/** Operations on access tokens for one caller; without a permit, they throw FORBIDDEN without the privilege. */
export interface TokenAccess {
  /** Issues a bearer token. The result is the only place where its text is shown. */
  createAccessToken(request: TokenRequest, permit: Permit): Promise<IssuedToken>;
  /** Tokens, oldest first. Without MANAGE_ACCESS_TOKENS the filter must select only the caller's own tokens. */
  listAccessTokens(filter?: TokenFilter): Promise<readonly AccessToken[]>;
  /** The token with this id; throws NOT_FOUND when there is none. */
  getAccessToken(id: string): Promise<AccessToken>;
  /** The token with this text; throws NOT_FOUND when there is none. */
  findAccessToken(text: string): Promise<AccessToken>;
  /** Revokes the token, effective with the next request; throws NOT_FOUND when there is none. */
  revokeAccessToken(id: string): Promise<void>;
}

const MANAGE = 'MANAGE_ACCESS_TOKENS';
const GENERATE = 'GENERATE_PERSONAL_ACCESS_TOKENS';

/** Creates the token operations of one caller. Own tokens and tokens of others need different privileges. */
export function openTokens(tokens: AccessTokens, rights: Rights): TokenAccess {
  const self = rights.actor.urn;
  const get = async (id: string): Promise<AccessToken> => {
    const token = await tokens.get(id);
    if (token.owner !== self && token.actor !== self) requireAny(rights, MANAGE);
    return token;
  };
  return {
    createAccessToken: async (request) => {
      requireWholeToken(rights);
      requireUser(request.actor);
      requireOwnRootToken(rights, request.actor);
      if (request.name.trim() === '') {
        throw invalidRequest('name must not be empty. Say what the token is for.');
      }
      return tokens.issue(self, request);
    },
    listAccessTokens: async (filter = {}) => {
      if (!isOwn(filter, self)) requireAny(rights, MANAGE);
      else requireAny(rights, GENERATE, MANAGE);
      const { actors, owners } = filter;
      return (await tokens.list()).filter(
        ({ actor, owner }) => (actors?.includes(actor) ?? true) && (owners?.includes(owner) ?? true),
      );
    },
    getAccessToken: get,
    findAccessToken: (text) => get(tokenId(text)),
    revokeAccessToken: async (id) => {
      const { id: known } = await get(id);
      const { narrowing, tokenId: own } = rights.actor;
      if (narrowing !== undefined && known !== own) {
        throw forbidden('A narrowed token can only revoke itself.');
      }
      await tokens.revoke(self, [known]);
    },
  };
}

function requireOwnRootToken(rights: Rights, actor: Urn): void {
  if (actor === ROOT_ACTOR && rights.actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} itself can create tokens with its rights.`);
  }
}

/** Prevents a narrowed token from creating a wider one. */
function requireWholeToken({ actor }: Rights): void {
  if (actor.narrowing !== undefined) throw forbidden('A narrowed token cannot create tokens.');
}

function isOwn({ actors, owners }: TokenFilter, self: Urn): boolean {
  const isSelf = (urns: readonly string[] | undefined): boolean =>
    urns !== undefined && urns.every((urn) => urn === self);
  return isSelf(actors) || isSelf(owners);
}
