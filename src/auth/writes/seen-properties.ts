import { CatalogError } from '../../errors.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';

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
