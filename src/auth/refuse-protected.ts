import { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { isProtectedAspect, isSecretAspect } from '../model/secret-aspects.ts';

/** Throws FORBIDDEN, whoever asks, when a batch writes what proves somebody's identity or is a secret. */
export function refuseProtected(proposals: readonly MetadataChangeProposal[]): void {
  const refused = proposals.find(({ urn, aspectName, changeType }) => {
    const revokes = changeType === 'DELETE' && !isSecretAspect(aspectName);
    return isProtectedAspect(urn, aspectName) && !revokes;
  });
  if (refused === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `${refused.aspectName} of ${refused.urn} cannot be written directly. Use the operations on users, access tokens and secrets.`,
  );
}
