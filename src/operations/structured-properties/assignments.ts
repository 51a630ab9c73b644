import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the property values of an asset. */
export const ASSIGNMENTS = STRUCTURED_PROPERTY.assignmentAspect;

/** Array key of patch paths: identifies an assignment by property alone, whatever its attribution. */
export const BY_PROPERTY = { properties: ['propertyUrn'] };

/** Throws NOT_FOUND unless the asset exists. */
export function requireAsset(asset: EntityReference, work: Work): Promise<void> {
  return requireExisting(
    [asset],
    (urn) => `Asset with provided urn ${urn} does not exist. Check the urn, or ingest the asset first.`,
    work,
  );
}
