import { invalidRequest } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { AccessTokens, IssuedToken, TokenRequest } from './access-tokens.ts';
import { ROOT_ACTOR } from './actor.ts';
import { forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { tokenId } from './token-records.ts';
import type { AccessToken } from './token-records.ts';
import { requireUser } from './user-state.ts';

/** Which tokens to list; a missing member restricts nothing. */
export interface TokenFilter {
  /** Any of these made it. */
  readonly owners?: readonly string[];
  /** It is for any of these. */
  readonly actors?: readonly string[];
}

/** Access tokens as one caller may use them. */
export interface TokenAccess {
  /** Issues a bearer token; its text is in the answer and nowhere else. */
  createAccessToken(request: TokenRequest): Promise<IssuedToken>;
  /** Tokens, oldest first. Whoever may not manage tokens has to restrict the list to its own. */
  listAccessTokens(filter?: TokenFilter): Promise<readonly AccessToken[]>;
  /** What is known of a token; NOT_FOUND when there is none of this id. */
  getAccessToken(id: string): Promise<AccessToken>;
  /** What is known of the token with this text; NOT_FOUND when there is none. */
  findAccessToken(text: string): Promise<AccessToken>;
  /** Makes the token useless from the next request on; NOT_FOUND when there is none of this id. */
  revokeAccessToken(id: string): Promise<void>;
}

const MANAGE = 'MANAGE_ACCESS_TOKENS';
const GENERATE = 'GENERATE_PERSONAL_ACCESS_TOKENS';

/** Opens the tokens for one caller: own ones with one privilege, everybody's with another. */
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
      requireRightToMake(rights, request.actor);
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
        throw forbidden('A narrowed token revokes no token but itself.');
      }
      await tokens.revoke(self, [known]);
    },
  };
}

function requireRightToMake(rights: Rights, actor: Urn): void {
  if (actor === rights.actor.urn) requireAny(rights, GENERATE, MANAGE);
  else requireAny(rights, MANAGE);
  if (actor === ROOT_ACTOR && rights.actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} makes tokens that carry its own rights.`);
  }
}

/** A narrowed token must not buy a wider one. */
function requireWholeToken({ actor }: Rights): void {
  if (actor.narrowing !== undefined) throw forbidden('A narrowed token cannot make tokens.');
}

function isOwn({ actors, owners }: TokenFilter, self: Urn): boolean {
  const isSelf = (urns: readonly string[] | undefined): boolean =>
    urns !== undefined && urns.every((urn) => urn === self);
  return isSelf(actors) || isSelf(owners);
}
