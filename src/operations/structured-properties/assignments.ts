import { CatalogError } from '../../errors.ts';
import { undefinedProperty } from '../../model/properties/undefined-property.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the property values of an asset. */
export const ASSIGNMENTS = STRUCTURED_PROPERTY.assignmentAspect;

/** Maximum undefined properties that a message names. */
const MOST_NAMED = 20;

/** Array key of patch paths: identifies an assignment by property only, regardless of its attribution. */
export const BY_PROPERTY = { properties: ['propertyUrn'] };

/** Throws NOT_FOUND unless all properties are defined (or soft-deleted) and visible to the caller. */
export async function requireDefined(properties: readonly EntityReference[], work: Work): Promise<void> {
  const urns = properties.map(({ urn }) => urn);
  const { definitionAspect } = STRUCTURED_PROPERTY;
  const found = await work.query.getEntities(urns, [definitionAspect], work.anyScope);
  const missing = urns.filter((urn) => found.get(urn)?.get(definitionAspect) === undefined);
  if (missing.length === 0) return;
  throw new CatalogError(
    'NOT_FOUND',
    missing
      .slice(0, MOST_NAMED)
      .map((urn) => undefinedProperty(urn))
      .join(' '),
  );
}

/** Throws NOT_FOUND unless the asset exists. */
export function requireAsset(asset: EntityReference, work: Work): Promise<void> {
  return requireExisting(
    [asset],
    (urn) => `Asset with provided urn ${urn} does not exist. Check the urn, or ingest the asset first.`,
    work,
  );
}
