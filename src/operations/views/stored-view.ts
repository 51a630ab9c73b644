import { forbidden } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { checkBounds } from '../../model/filter-parts/range-bounds.ts';
import { viewFilter } from '../../model/filter-parts/view-filter.ts';
import { VIEW, creatorOf, isPersonal } from '../../model/access/personal.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Need } from '../needs.ts';
import { OBJECT } from '../shapes.ts';
import { readAspect } from '../stored.ts';
import type { Reading, Work } from '../work.ts';

/** Shape of the entity types and filter of a view, as the aspect holds them. */
export const DEFINITION = OBJECT;

/** Throws INVALID_REQUEST for a filter that searches refuse. */
export function checkDefinition(definition: JsonObject | undefined): void {
  if (definition !== undefined) viewFilter(definition).flat().forEach(checkBounds);
}

/** Platform privilege for creating global views and for changing those of others. */
export const MANAGE_VIEWS = 'MANAGE_GLOBAL_VIEWS';

/** The need of changes of a view: none for the caller's own. Personal views of others are treated as missing. */
export const NEEDS_OF_STORED: Need<{ readonly urn: EntityReference }> = {
  anyOf: [MANAGE_VIEWS],
  clauses: async ({ urn: view }, reading) => {
    const info = await infoOf(view, reading);
    const isOfAnother = info !== undefined && creatorOf(info) !== reading.actor.urn;
    return isOfAnother ? [[{ privilege: MANAGE_VIEWS }]] : [];
  },
};

/** Throws NOT_FOUND for a view that does not exist or is a personal view of someone else. */
export async function requireView(view: EntityReference, work: Work): Promise<void> {
  if ((await infoOf(view, work)) !== undefined) return;
  throw new CatalogError('NOT_FOUND', `Failed to modify View. View with urn ${view.urn} does not exist.`);
}

/** Throws FORBIDDEN for a restricted token. */
export function requireWholeToken({ actor }: Work): void {
  if (actor.restriction !== undefined) throw forbidden('A restricted token cannot change views.');
}

/** Info of a view, regardless of read policies; undefined for a personal view of someone else. */
async function infoOf(
  { urn }: EntityReference,
  { actor, query }: Pick<Reading, 'actor' | 'query'>,
): Promise<JsonObject | undefined> {
  const info = await readAspect(urn, VIEW.infoAspect, { query, scope: EVERYTHING });
  return info !== undefined && isPersonal(info) && creatorOf(info) !== actor.urn ? undefined : info;
}
