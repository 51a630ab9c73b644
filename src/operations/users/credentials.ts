import { ROOT_ACTOR } from '../../auth/actor.ts';
import { forbidden } from '../../auth/rights.ts';
import { requireUser } from '../../auth/accounts/user-state.ts';
import type { Urn } from '../../model/urn.ts';
import type { Work } from '../work.ts';

/**
 * Throws FORBIDDEN unless the caller may change the credentials of the user, given the privilege. Only the root actor may
 * set its own password: anyone else who could would gain its rights. A narrowed token sets none: logging in with it would
 * give all rights.
 */
export function requireCredentialRights(user: Urn, { actor }: Pick<Work, 'actor'>): void {
  requireUser(user);
  if (actor.restriction !== undefined) throw forbidden('A narrowed token cannot change passwords.');
  if (user === ROOT_ACTOR && actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} itself can change its password.`);
  }
}
