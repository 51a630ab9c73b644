import { CatalogError, invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { JsonObject } from '../../util/json.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';
import type { TextPlace } from './described-places.ts';
import { because } from '../../refusals.ts';

/**
 * Location of an editable text of the entity, and its stored aspect. Throws INVALID_REQUEST when its type has no such
 * text, and NOT_FOUND when the aspect does not exist and cannot be created from the text alone.
 */
export async function requirePlace(
  what: 'description' | 'name',
  places: Readonly<Record<string, TextPlace>>,
  { urn, entityType }: EntityReference,
  work: Work,
): Promise<{ readonly place: TextPlace; readonly stored: JsonObject | undefined }> {
  const place = places[entityType];
  if (place === undefined) {
    throw invalidRequest(
      `Failed to update ${what}. Unsupported resource type ${entityType} provided: ${urn}. This type has no editable ${what}.`,
      undefined,
      because('ENTITY_TYPE_UNFIT', { entityType }),
    );
  }
  const stored = await readAspect(urn, place.aspectName, work);
  if (stored !== undefined || place.canBeNew) return { place, stored };
  throw new CatalogError(
    'NOT_FOUND',
    `Properties for this entity do not yet exist! ${urn} has no ${place.aspectName}. Create it first.`,
    because('ASPECT_UNKNOWN', { name: place.aspectName }),
  );
}
