import type { AccessToken } from '../../auth/tokens/token-records.ts';
import { requireAny } from '../../auth/rights.ts';
export { UNAUTHORIZED } from '../../auth/rights.ts';
import type { ProtectedWork } from '../work.ts';

/** Platform privilege for tokens of others. */
export const MANAGE_TOKENS = 'MANAGE_ACCESS_TOKENS';

/** Platform privilege for own tokens. */
export const GENERATE_TOKENS = 'GENERATE_PERSONAL_ACCESS_TOKENS';

/**
 * The token with this id. Throws NOT_FOUND if there is none, and FORBIDDEN without MANAGE_ACCESS_TOKENS for a token
 * that the caller has not created and that does not carry the caller's rights.
 */
export async function getCallerToken(
  id: string,
  { actor, rights, services }: ProtectedWork,
): Promise<AccessToken> {
  const token = await services.tokens.get(id);
  if (token.owner !== actor.urn && token.actor !== actor.urn) requireAny(rights, MANAGE_TOKENS);
  return token;
}
