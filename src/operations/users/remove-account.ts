import { TOKEN_TYPE, tokenUrn } from '../../auth/tokens/token-records.ts';
import { deletionOf } from '../../model/proposal-builders.ts';
import type { Urn } from '../../model/urn.ts';
import type { ProtectedWork } from '../work.ts';

/**
 * Hard-deletes a user with all tokens and sessions, in one commit, and, in the background, references to it. Does nothing for
 * a user that does not exist. Throws FORBIDDEN for a system user.
 */
export async function removeAccount(user: Urn, { actor, services }: ProtectedWork): Promise<void> {
  const { change, reader, referenceRemoval, tokens } = services;
  if (!(await reader.entities([user], [])).has(user)) return;
  const owned = [...(await tokens.list()), ...(await tokens.listSessions())].filter(
    (token) => token.actor === user,
  );
  const deletions = owned.map(({ id }) => deletionOf(tokenUrn(id), `${TOKEN_TYPE}Key`));
  await change.ingest(actor.urn, [...deletions, deletionOf(user, 'corpUserKey')]);
  referenceRemoval.remove(user, actor.urn);
}
