import type { SearchableField } from '../../model/entity-registry.ts';
import { parseDecimal } from '../../util/decimal-number.ts';
import { isUrn, urnKey } from '../../model/urn.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import type { DocumentFields } from './document-fields.ts';
import { REMOVED_FIELD, wholePathField } from '../mapping.ts';

/** Adds one value of an aspect to the fields of a document. */
export type FieldWriter = (fields: DocumentFields, value: JsonValue) => void;

/** Creates the writer of a search field. It drops values that do not fit the field's type. */
export function createFieldWriter(searchable: SearchableField): FieldWriter {
  const { fieldName, fieldType } = searchable;
  switch (fieldType) {
    case 'BOOLEAN':
      return (fields, value) => writeBoolean(fields, fieldName, value);
    case 'COUNT':
    case 'DOUBLE':
    case 'DATETIME':
      return (fields, value) => writeNumber(fields, fieldName, value);
    case 'BROWSE_PATH':
      return (fields, value) => writeBrowsePath(fields, fieldName, value);
    case 'BROWSE_PATH_V2':
      return (fields, value) => {
        if (typeof value === 'string') fields.addPathStep(fieldName, value);
      };
    case 'MAP_ARRAY':
      return (fields, value) => writeSubFields(fields, fieldName, value);
    default:
      return textWriter(searchable);
  }
}

function writeBoolean(fields: DocumentFields, field: string, value: JsonValue): void {
  // `removed` is only indexed when true: it is false on nearly all entities, and an almost empty field filters fast.
  if (typeof value !== 'boolean' || (field === REMOVED_FIELD && !value)) return;
  fields.addText(field, String(value));
}

function writeNumber(fields: DocumentFields, field: string, value: JsonValue): void {
  const number = typeof value === 'string' ? parseDecimal(value) : value;
  if (typeof number === 'number') fields.addNumber(field, number);
}

function writeBrowsePath(fields: DocumentFields, field: string, value: JsonValue): void {
  if (typeof value !== 'string') return;
  let path = '';
  for (const step of stepsOf(value)) {
    path += `/${step}`;
    if (!fields.addPath(field, path)) return;
  }
  fields.addText(wholePathField(field), path);
}

/** Yields the steps of a path one by one, so that a path beyond the limit is not read to its end. */
function* stepsOf(path: string): Generator<string> {
  for (let start = 0; start < path.length;) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (end > start) yield path.slice(start, end);
    start = end + 1;
  }
}

function writeSubFields(fields: DocumentFields, field: string, value: JsonValue): void {
  if (!isJsonObject(value)) return;
  for (const [key, entries] of Object.entries(value)) {
    const texts: readonly JsonValue[] = Array.isArray(entries)
      ? entries
      : entries === undefined
        ? []
        : [entries];
    for (const text of texts) if (typeof text === 'string') fields.addText(`${field}.${key}`, text);
  }
}

function textWriter({
  fieldName,
  fieldType,
  queryByDefault,
  fieldNameAliases,
}: SearchableField): FieldWriter {
  const isUrnField = fieldType === 'URN' || fieldType === 'URN_PARTIAL';
  const writeText = (fields: DocumentFields, text: string): void => {
    if (text === '') return;
    fields.addText(fieldName, text);
    // Aliases are separate fields, so that entities with names in different fields can be sorted together.
    for (const alias of fieldNameAliases) fields.addText(alias, text);
    if (queryByDefault) fields.addWords(fieldName, isUrnField && isUrn(text) ? urnKey(text) : text);
  };
  return (fields, value) => {
    if (isJsonObject(value)) {
      for (const [key, entry] of Object.entries(value)) {
        if (isScalar(entry)) writeText(fields, `${key}=${entry}`);
      }
    } else if (isScalar(value)) writeText(fields, String(value));
  };
}

function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
