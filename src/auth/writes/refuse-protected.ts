import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { isProtectedAspect, isSecretAspect } from '../../model/aspects/secret-aspects.ts';

/**
 * Throws FORBIDDEN, for any actor, when a batch writes an aspect that holds credentials or a secret. Deleting credentials
 * (revoking) is allowed.
 */
export function refuseProtected(proposals: readonly MetadataChangeProposal[]): void {
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
