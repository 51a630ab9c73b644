import { CatalogError, invalidRequest } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { ROOT_ACTOR } from '../actor.ts';
import { isProtectedAspect, isSecretAspect } from '../../model/aspects/secret-aspects.ts';

/**
 * Throws FORBIDDEN, for any actor, when a batch writes an aspect that holds credentials or a secret, and INVALID_REQUEST
 * when it removes the root actor. Deleting credentials (revoking) is allowed.
 */
export function refuseProtected(proposals: readonly MetadataChangeProposal[]): void {
  for (const { urn, aspectName, changeType } of proposals)
    if (changeType === 'DELETE' && aspectName === 'corpUserKey') refuseRootRemoval(urn);
  const refused = proposals.find(({ urn, aspectName, changeType }) => {
    const revokes = changeType === 'DELETE' && !isSecretAspect(aspectName);
    return isProtectedAspect(urn, aspectName) && !revokes;
  });
  if (refused === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `${refused.aspectName} of ${refused.urn} cannot be written directly. Use the operations on users, access tokens, secrets and webhooks.`,
  );
}

/** Throws INVALID_REQUEST for the root actor, whose password would be removed with it. */
export function refuseRootRemoval(urn: Urn): void {
  if (urn === ROOT_ACTOR) throw invalidRequest(`${ROOT_ACTOR} cannot be removed.`);
}
