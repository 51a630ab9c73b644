import type { ChangeEvent } from '../../../model/changes/change-event.ts';
import type { JsonObject } from '../../../util/json.ts';
import { scalarsIn } from './property-values.ts';

/** The changed values of structured properties. */
export function propertyChangesJson(
  properties: NonNullable<ChangeEvent['properties']>,
): readonly JsonObject[] {
  return properties.map(({ after, before, propertyUrn }) => ({
    urn: propertyUrn,
    untrusted: { before: before && scalarsIn(before), after: after && scalarsIn(after) },
  }));
}
