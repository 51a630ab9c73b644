import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';

/** Members of a search annotation that the registry keeps, in output order. */
const SEARCH_MEMBERS = [
  'fieldName',
  'fieldType',
  'queryByDefault',
  'enableAutocomplete',
  'boostScore',
  'weightsPerFieldValue',
  'addToFilters',
  'filterNameOverride',
  'addHasValuesToFilters',
  'hasValuesFieldName',
  'hasValuesFilterNameOverride',
  'numValuesFieldName',
  'fieldNameAliases',
  'systemModifiedAtFieldName',
];

const RELATIONSHIP_MEMBERS = [
  'name',
  'entityTypes',
  'isLineage',
  'isUpstream',
  'createdOn',
  'createdActor',
  'updatedOn',
  'updatedActor',
  'properties',
  'via',
];

/** Annotations of a field in registry form. `type` is the field's type in registry form. */
export function fieldAnnotations(field: JsonObject, type: JsonValue): JsonObject {
  const searchable = byPath(field['Searchable'], type, SEARCH_MEMBERS);
  const relationships = byPath(field['Relationship'], type, RELATIONSHIP_MEMBERS);
  const { Urn: urn, UrnValidation: urnValidation } = field;
  return {
    ...(urn !== undefined && { urn }),
    ...(urnValidation !== undefined && { urnValidation }),
    ...(searchable !== undefined && { searchable }),
    ...(relationships !== undefined && { relationships }),
  };
}

/**
 * Normalises an annotation, given for the field itself or as a map of paths below it, to a map of paths.
 * Paths on a scalar field (two such fields exist) mean the field itself.
 */
function byPath(
  written: JsonValue | undefined,
  type: JsonValue,
  members: readonly string[],
): JsonObject | undefined {
  if (!isJsonObject(written)) return undefined;
  const isPathMap = Object.keys(written).some((key) => key.startsWith('/'));
  const entries = isPathMap ? Object.entries(written) : [['/', written] as const];
  const kept: [string, JsonObject][] = [];
  for (const [path, annotation] of entries) {
    // An override that only tunes one engine's mapping must not replace the annotation of the field itself.
    if (!isJsonObject(annotation) || isEngineOnly(annotation)) continue;
    kept.push([isScalar(type) ? '/' : path, pick(annotation, members)]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function isEngineOnly(annotation: JsonObject): boolean {
  const members = Object.keys(annotation);
  return members.length > 0 && members.every((member) => member === 'v3');
}

function isScalar(type: JsonValue): boolean {
  return typeof type === 'string' && !type.includes('.');
}

function pick(annotation: JsonObject, members: readonly string[]): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const member of members) {
    const value = annotation[member];
    if (value !== undefined) kept.push([member, asBoolean(value)]);
  }
  return Object.fromEntries(kept);
}

/** One schema writes a flag as a string. */
function asBoolean(value: JsonValue): JsonValue {
  return value === 'true' ? true : value === 'false' ? false : value;
}
