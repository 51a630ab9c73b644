import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { isObject } from '../../../api/is-object.ts';
import { settingsOf, type Settings } from './settings.ts';
import { propertyName, type Aspect, type StoredProperty } from './stored-property.ts';
import { isNumberType } from './value-types.ts';

/** Form state of an allowed value. */
export interface AllowedValue {
  /** React key of the row. */
  readonly key: number;
  readonly value: string;
  readonly description: string;
}

/** Form state of a definition: everything is text, nothing is optional. */
export interface Draft {
  /** Qualified name. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Urn of a data type. */
  readonly valueType: string;
  readonly isMultiple: boolean;
  readonly allowedValues: readonly AllowedValue[];
  /** Urns of the entity types that urn values may refer to. */
  readonly allowedTypes: readonly string[];
  readonly entityTypes: readonly string[];
  readonly allowedPlatforms: readonly string[];
  readonly isImmutable: boolean;
  readonly settings: Settings;
}

let lastKey = 0;

/** Creates a row of the list of allowed values. */
export function allowedValue(value = '', description = ''): AllowedValue {
  lastKey += 1;
  return { key: lastKey, value, description };
}

/** Initial draft: of a stored definition, or empty. */
export function draftOf(stored?: Pick<StoredProperty, 'urn' | 'definition' | 'settings'>): Draft {
  const aspect = stored?.definition ?? {};
  const qualifier = aspect['typeQualifier'];
  return {
    name: text(aspect['qualifiedName']) || (stored === undefined ? '' : propertyName(stored.urn)),
    displayName: text(aspect['displayName']),
    description: text(aspect['description']),
    valueType: text(aspect['valueType']),
    isMultiple: aspect['cardinality'] === 'MULTIPLE',
    allowedValues: allowedValuesOf(aspect),
    allowedTypes: isObject(qualifier) ? texts(qualifier['allowedTypes']) : [],
    entityTypes: texts(aspect['entityTypes']),
    allowedPlatforms: texts(aspect['allowedPlatforms']),
    isImmutable: aspect['immutable'] === true,
    settings: settingsOf(stored?.settings),
  };
}

/**
 * Converts a draft to the aspect. Keeps members of `before` that a draft does not have; the plan adds a version if the
 * change requires one.
 */
export function definitionOf(draft: Draft, before: Aspect = {}): Aspect {
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => !DRAFTED.has(name)));
  const qualifier = isObject(before['typeQualifier']) ? before['typeQualifier'] : {};
  const { displayName, description, allowedValues, allowedTypes, allowedPlatforms } = draft;
  return {
    ...rest,
    qualifiedName: draft.name,
    ...(displayName !== '' && { displayName }),
    ...(description !== '' && { description }),
    valueType: draft.valueType,
    cardinality: draft.isMultiple ? 'MULTIPLE' : 'SINGLE',
    entityTypes: draft.entityTypes,
    ...(allowedValues.length > 0 && {
      allowedValues: allowedValues.map((row) => stored(row, draft.valueType)),
    }),
    ...(allowedTypes.length > 0 && { typeQualifier: { ...qualifier, allowedTypes } }),
    ...(allowedPlatforms.length > 0 && { allowedPlatforms }),
    ...((draft.isImmutable || before['immutable'] !== undefined) && { immutable: draft.isImmutable }),
  };
}

const DRAFTED: ReadonlySet<string> = new Set([
  'qualifiedName',
  'displayName',
  'description',
  'valueType',
  'cardinality',
  'entityTypes',
  'allowedValues',
  'typeQualifier',
  'allowedPlatforms',
  'immutable',
]);

/** Whether two drafts describe the same definition. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({ allowedValues, ...rest }: Draft): string {
  return JSON.stringify([rest, allowedValues.map(({ value, description }) => [value, description])]);
}

/** The allowed values of a stored definition. */
export function allowedValuesOf(definition: Aspect): readonly AllowedValue[] {
  const list = definition['allowedValues'];
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap(({ value, description }) => {
    const scalar = isObject(value) ? Object.values(value)[0] : value;
    return typeof scalar === 'string' || typeof scalar === 'number'
      ? [allowedValue(String(scalar), text(description))]
      : [];
  });
}

/** Sends an invalid number as text, so that the server reports the problem. */
function stored({ value, description }: AllowedValue, valueType: string): Aspect {
  const number = isNumberType(valueType) ? parseDecimal(value) : undefined;
  return {
    value: number === undefined ? { string: value } : { double: number },
    ...(description !== '' && { description }),
  };
}

/** A member of an aspect if it is a string, else ''. */
export function text(member: unknown): string {
  return typeof member === 'string' ? member : '';
}

/** The strings in a member of an aspect; empty if it is not a list. */
export function texts(member: unknown): readonly string[] {
  return Array.isArray(member) ? member.filter((item): item is string => typeof item === 'string') : [];
}
