import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';

/** A list of columns in an aspect. */
interface FieldList {
  /** Member with the list, whose items have a `fieldPath`. */
  readonly member: string;
  /** Name of the record, as in DataHub's messages. */
  readonly record: string;
}

/** The lists of columns by aspect name. */
export const FIELD_LISTS: ReadonlyMap<string, FieldList> = new Map([
  ['schemaMetadata', { member: 'fields', record: 'SchemaMetadata' }],
  ['editableSchemaMetadata', { member: 'editableSchemaFieldInfo', record: 'EditableSchemaMetadata' }],
]);

/** The value without repeated columns: keeps the first of each path. Returns the same object if there are none. */
export function withFieldsOnce(aspectName: string, value: JsonObject): JsonObject {
  const member = FIELD_LISTS.get(aspectName)?.member;
  const fields = member === undefined ? undefined : value[member];
  if (member === undefined || !Array.isArray(fields)) return value;
  const seen = new Set<JsonValue>();
  const kept = fields.filter((field: JsonValue) => {
    const path = isJsonObject(field) ? field['fieldPath'] : undefined;
    return path === undefined || seen.size !== seen.add(path).size;
  });
  return kept.length === fields.length ? value : { ...value, [member]: kept };
}
