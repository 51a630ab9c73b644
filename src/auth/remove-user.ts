import { invalidRequest } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { AccessTokens } from './access-tokens.ts';
import { ROOT_ACTOR } from './actor.ts';
import { TOKEN_TYPE, tokenUrn } from './token-records.ts';
import { requireExisting } from './user-state.ts';
import type { UserParts } from './user-state.ts';

/**
 * Hard-deletes a user with all tokens and sessions, in one commit. Throws INVALID_REQUEST for the root actor, NOT_FOUND
 * for a user that does not exist.
 */
export async function removeUser(
  { change, reader, tokens }: Pick<UserParts, 'change' | 'reader'> & { readonly tokens: AccessTokens },
  actor: Urn,
  user: Urn,
): Promise<void> {
  if (user === ROOT_ACTOR) throw invalidRequest(`${ROOT_ACTOR} cannot be removed.`);
  await requireExisting(reader, [user]);
  const owned = [...(await tokens.list()), ...(await tokens.listSessions())].filter(
    (token) => token.actor === user,
  );
  const deletions = owned.map(({ id }): MetadataChangeProposal => {
    return { urn: tokenUrn(id), aspectName: `${TOKEN_TYPE}Key`, changeType: 'DELETE' };
  });
  await change.ingest(actor, [...deletions, { urn: user, aspectName: 'corpUserKey', changeType: 'DELETE' }]);
}
