import { CatalogError } from '../../errors.ts';
import { ASSERTION, checkedUrn } from '../../model/assertion.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { clauseOf, type Need } from '../needs.ts';
import { readAspect } from '../stored.ts';
import type { Reading } from '../work.ts';

export const ASSERTION_INFO = ASSERTION.infoAspect;
export const EDIT_ASSERTIONS = ['EDIT_ENTITY_ASSERTIONS'];

/** The entity that a stored assertion checks, if any. Throws NOT_FOUND if the assertion does not exist. */
export async function checkedEntity(
  { urn }: EntityReference,
  reading: Reading,
): Promise<EntityReference | undefined> {
  const info = await readAspect(urn, ASSERTION_INFO, reading);
  if (info !== undefined) return reading.references.find(checkedUrn(info));
  throw new CatalogError('NOT_FOUND', `Assertion ${urn} does not exist. Check the urn.`);
}

/**
 * The right to edit assertions of the entity that the assertion checks; of the assertion itself if it checks none.
 * NOT_FOUND when it does not exist.
 */
export const EDIT_STORED_ASSERTION: Need<{ readonly urn: EntityReference }> = {
  anyOf: EDIT_ASSERTIONS,
  clauses: async ({ urn: assertion }, reading) => [
    clauseOf(EDIT_ASSERTIONS, (await checkedEntity(assertion, reading)) ?? assertion),
  ],
};
