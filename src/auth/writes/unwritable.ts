import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { isProtectedAspect, isSecretAspect } from '../../model/aspects/secret-aspects.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';

/** How protected aspects are written, in a sentence. */
export const WRITTEN_BY = 'Use the operations on users, access tokens, secrets, webhooks and proposals.';

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
    `${refused.aspectName} of ${refused.urn} cannot be written directly. ${WRITTEN_BY}`,
  );
}

/**
 * Throws FORBIDDEN when a change names a structured property that is hidden from the actor. The error is the same
 * whether or not the property exists, so it reveals nothing.
 */
export function requireKnown(changes: readonly { readonly urn: Urn }[], scope: Scope): void {
  if (scope.seesEveryProperty) return;
  const unknown = changes.find(
    ({ urn }) =>
      entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType && scope.assignmentFilter(urn)?.length === 0,
  );
  if (unknown === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `No policy lets you read the structured property ${unknown.urn}, so you cannot define, change or delete it.`,
  );
}
