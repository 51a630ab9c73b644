import type { JsonObject } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import type { ChangeDiffer } from './semantic-change.ts';

/** Members with the time and the writer of a definition. */
const STAMPS: ReadonlySet<string> = new Set(['created', 'lastModified', 'version']);

/**
 * Changes of the definition of a structured property. DataHub has no events for them; these have the category of
 * property values, with the property as entity and modifier. A modification lists the names of the changed members.
 */
export const definitionChanges: ChangeDiffer = (before, after, urn) => {
  const { qualifiedName, valueType, cardinality } = after ?? before ?? {};
  const changedFields = JSON.stringify(changedMembers(before ?? {}, after ?? {}));
  if (before !== undefined && after !== undefined && changedFields === '[]') return [];
  const operation = before === undefined ? 'ADD' : after === undefined ? 'REMOVE' : 'MODIFY';
  const parameters = {
    propertyUrn: urn,
    qualifiedName,
    valueType,
    cardinality,
    ...(operation === 'MODIFY' && { changedFields }),
  };
  return [{ category: 'STRUCTURED_PROPERTY', operation, modifier: urn, parameters }];
};

function changedMembers(before: JsonObject, after: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !STAMPS.has(name))
    .filter((name) => stableJson(before[name] ?? null) !== stableJson(after[name] ?? null))
    .sort();
}
