import { ROOT_ACTOR } from '../../auth/actor.ts';
import { forbidden } from '../../auth/rights.ts';
import { requireUser } from '../../auth/accounts/user-state.ts';
import type { Urn } from '../../model/urn.ts';
import type { Work } from '../work.ts';

/**
 * Throws FORBIDDEN unless the caller, who holds the privilege, may change the credentials of the user. Only the root
 * actor may set its own password: anyone else who could would gain its rights. A restricted token cannot set
 * passwords: a login with the password would give all rights.
 */
export function requireCredentialRights(user: Urn, { actor }: Pick<Work, 'actor'>): void {
  requireUser(user);
  if (actor.restriction !== undefined) throw forbidden('A restricted token cannot change passwords.');
  if (user === ROOT_ACTOR && actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} itself can change its password.`);
  }
}
