import { CatalogError, invalidRequest } from '../../errors.ts';
import { because, type Refusal } from '../../refusals.ts';
import { ASSET_FIELDS, type EditField, type FieldEdit } from '../../model/bulk-edit.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  type PropertyDefinition,
} from '../../model/structured-property.ts';
import { isUrn, parseUrn } from '../../model/urn.ts';
import { readDecimal } from '../../util/decimal-number.ts';
import { shorten } from '../../util/printable.ts';
import { storedOwner } from '../owners/stored-owners.ts';
import type { Work } from '../work.ts';
import { isAssetField, isTextField, ownerText, splitOwner } from './cells.ts';
import { readDeprecation, textsOf } from './fields/deprecation.ts';

/** A change of one field as clients send it. */
export interface FieldEditText {
  /** One of `ASSET_FIELDS`, or a structured property by its urn or qualified name. */
  readonly field: string;
  readonly action: FieldEdit['action'];
  readonly values: readonly (string | number)[];
}

/** Definitions of the structured properties of an edit. */
export type Definitions = ReadonlyMap<EditField, PropertyDefinition>;

const LABEL_TYPES: Readonly<Record<string, string>> = {
  tags: 'tag',
  terms: 'glossaryTerm',
  domain: 'domain',
};
const MOST_VALUES = 1_000;
/** Maximum characters of a description, and of each part of a deprecation. */
const LONGEST_TEXT = 100_000;
const MOST_SHOWN = 20;
const LONGEST_SHOWN = 100;
/** Columns of a table that are not fields. */
export const NAMING_COLUMNS = ['name', 'type'] as const;
const COLUMN_NAMES: ReadonlySet<string> = new Set(['urn', ...NAMING_COLUMNS]);
const PROPERTY_URN = `urn:li:${STRUCTURED_PROPERTY.entityType}:`;

/** The field that a text names; INVALID_REQUEST when it cannot name one. */
export function fieldOf(name: string, { references }: Pick<Work, 'references'>): EditField {
  if (isAssetField(name)) return name;
  if (name.startsWith('urn:li:')) return references.parseAs(STRUCTURED_PROPERTY.entityType, name).urn;
  if (name.trim() === '')
    throw invalidRequest(
      `A field has no name. ${KNOWN_FIELDS}`,
      undefined,
      because('INPUT_MISSING', { name: 'field' }),
    );
  const { fieldPrefix } = STRUCTURED_PROPERTY;
  return parseUrn(PROPERTY_URN + (name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name));
}

const KNOWN_FIELDS = `Use ${ASSET_FIELDS.join(', ')}, or the urn or qualified name of a structured property.`;

/**
 * A short text for a field or aspect: its qualified name if it is a structured property, unless that names another
 * field.
 */
export function fieldName(field: string): string {
  if (!field.startsWith(PROPERTY_URN)) return field;
  const name = field.slice(PROPERTY_URN.length);
  return isAssetField(name) || COLUMN_NAMES.has(name) ? field : name;
}

/**
 * Definitions of the properties among the fields. Throws INVALID_REQUEST for one that does not exist, is deleted, or
 * is hidden from the caller; a hidden one is reported as missing.
 */
export async function definitionsOf(fields: readonly EditField[], work: Work): Promise<Definitions> {
  const urns = fields.filter(isUrn);
  const { definitionAspect } = STRUCTURED_PROPERTY;
  const found = await work.query.getEntities(urns, [definitionAspect, 'status'], work.scope);
  return new Map(
    urns.map((urn) => {
      const aspects = found.get(urn);
      const definition = aspects?.get(definitionAspect);
      if (definition === undefined || work.scope.assignmentFilter(urn)?.length === 0) {
        throw invalidRequest(
          `There is no structured property '${fieldName(urn)}'. ${KNOWN_FIELDS}`,
          undefined,
          because('FILE_COLUMN_UNKNOWN', { column: fieldName(urn) }),
        );
      }
      if (aspects?.get('status')?.value['removed'] === true) {
        throw invalidRequest(
          `The structured property '${fieldName(urn)}' is deleted. Restore it first.`,
          undefined,
          because('PROPERTY_DELETED'),
        );
      }
      return [urn, parseDefinition(definition.value)];
    }),
  );
}

/** Reads a change of one field. INVALID_REQUEST names the field, the value and what is allowed. */
export function readFieldEdit(
  { action, field: name, values }: FieldEditText,
  definitions: Definitions,
  work: Pick<Work, 'references'>,
): FieldEdit {
  const field = fieldOf(name, work);
  const at = fieldName(field);
  if (values.length > MOST_VALUES) {
    throw invalidRequest(
      `'${at}' has ${values.length} values, more than ${MOST_VALUES}. Give fewer.`,
      at,
      because('LIST_TOO_LONG', { size: values.length, most: MOST_VALUES }),
    );
  }
  if (action === 'clear' && values.length > 0)
    throw invalidRequest(
      `'${at}' clears the field, but has values. Omit them, or use set.`,
      at,
      because('INPUT_EXCLUDES', { names: ['clear', 'values'] }),
    );
  if ((action === 'add' || action === 'remove') && values.length === 0)
    throw invalidRequest(
      `'${at}' has no values to ${action}. Give some, or use clear.`,
      at,
      because('INPUT_MISSING', { name: 'values' }),
    );
  if (action === 'replace' && (values.length < 2 || values.indexOf(values.at(-1) ?? '') < values.length - 1))
    throw invalidRequest(
      `'${at}' needs the values to replace, then the new value, which differs.`,
      at,
      because('INPUT_MISSING', { name: 'values' }),
    );
  if (field === 'deprecation') return readDeprecationEdit({ action, values }, work);
  const isSingle = field === 'domain' || isTextField(field);
  const most = isSingle || definitions.get(field)?.cardinality === 'SINGLE' ? 1 : Infinity;
  if ((action === 'set' || (action === 'add' && isTextField(field))) && values.length > most)
    throw invalidRequest(
      `'${at}' takes one value, not ${values.length}. Give one.`,
      at,
      because('ONE_VALUE_ONLY', { count: values.length }),
    );
  if (field === 'domain' && action === 'add')
    throw invalidRequest("'domain' takes one value. Use set.", at, because('ONE_VALUE_ONLY', { count: 2 }));
  const last = values.length - 1;
  const read = values.map((value, i) => {
    // Replaced values only have to be found; the definition may no longer allow them.
    const as = action === 'replace' && i < last ? 'remove' : action;
    return readValue(field, value, as, definitions, work);
  });
  return { field, action, values: [...new Set(read)] };
}

function readDeprecationEdit(
  { action, values }: Pick<FieldEditText, 'action' | 'values'>,
  work: Pick<Work, 'references'>,
): FieldEdit {
  const field = 'deprecation';
  if (action === 'remove' || action === 'replace')
    throw invalidRequest(
      `'${field}' cannot ${action} values. Use set, add or clear.`,
      field,
      because('INPUT_CHOICE', { name: 'action', value: action, allowed: ['set', 'add', 'clear'] }),
    );
  if (values.length === 0) return { field, action, values: [] };
  const texts = values.map((value) => readText(field, value));
  try {
    return { field, action, values: textsOf(readDeprecation(texts, work)) };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(error.message, field, error.refusal);
  }
}

function readText(field: string, value: string | number): string {
  if (typeof value === 'number')
    throw invalidRequest(
      `'${field}' cannot be ${value}. Give a text.`,
      field,
      because('INPUT_TYPE', { name: field, type: 'string' }),
    );
  if (value.length <= LONGEST_TEXT) return value;
  throw invalidRequest(
    `'${field}' has ${value.length} characters, more than ${LONGEST_TEXT}. Give a shorter text.`,
    field,
    because('TEXT_TOO_LONG', { length: value.length, most: LONGEST_TEXT }),
  );
}

function readValue(
  field: EditField,
  value: string | number,
  action: FieldEdit['action'],
  definitions: Definitions,
  { references }: Pick<Work, 'references'>,
): string {
  const definition = definitions.get(field);
  if (definition !== undefined) return readPropertyValue(value, definition, action);
  if (field === 'description') {
    const read = readText(field, value);
    if (read === '')
      throw invalidRequest(
        `'${field}' cannot be empty. Use clear to remove it.`,
        field,
        because('INPUT_MISSING', { name: field }),
      );
    return read;
  }
  const text = String(value);
  try {
    const labelType = LABEL_TYPES[field];
    if (labelType !== undefined) return references.parseAs(labelType, text).urn;
    const { owner, ownershipType } = splitOwner(text);
    const parsed = references.parse(owner);
    if (action === 'remove' && ownershipType === undefined) return parsed.urn;
    const type =
      ownershipType === undefined
        ? {}
        : { ownershipType: references.parseAs('ownershipType', ownershipType) };
    return ownerText({ ...storedOwner({ owner: parsed, ...type }) });
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(`'${field}' cannot be '${shown(text)}': ${error.message}`, undefined, error.refusal);
  }
}

function readPropertyValue(
  value: string | number,
  { allowedValues, qualifiedName, valueType }: PropertyDefinition,
  action: FieldEdit['action'],
): string {
  const refused = (expected: string, refusal: Refusal): Error =>
    invalidRequest(`'${qualifiedName}' cannot be '${shown(String(value))}'. ${expected}`, undefined, refusal);
  let text = String(value);
  const mistyped = because('VALUE_TYPE', { value: text, valueType: valueType ?? '' });
  if (valueType === 'number') {
    const read = readDecimal(text);
    if (typeof read !== 'number') throw refused(read.problem, mistyped);
    text = String(read);
  } else if (typeof value === 'number') {
    throw refused(`Its type is ${valueType ?? 'text'}: give a text.`, mistyped);
  }
  if (action === 'remove' || allowedValues === undefined) return text;
  const allowed = allowedValues.map(({ value: one }) => String('double' in one ? one.double : one.string));
  if (allowed.includes(text)) return text;
  const more = allowed.length > MOST_SHOWN ? `, and ${allowed.length - MOST_SHOWN} more` : '';
  const refusal = because('VALUE_NOT_ALLOWED', { value: text, allowed });
  throw refused(`Allowed values: ${allowed.slice(0, MOST_SHOWN).map(shown).join(', ')}${more}.`, refusal);
}

function shown(text: string): string {
  return shorten(text, LONGEST_SHOWN);
}
