import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { isObject } from '../../../api/is-object.ts';
import { valueColor, type ValueColor } from '../../../components/data/value-colors.ts';
import { rulesDraftOf, storedValue, type RulesDraft } from './rules-draft.ts';
import { settingsOf, type Settings } from './settings.ts';
import { criteriaText } from '../../../shared/policies/policy-sentence.ts';
import type { RuleWording } from '../../../shared/rules/rule-words.ts';
import { valueWithUnit } from '../../../shared/values/value-text.ts';
import { isDateType, isNumberType, isUrnType } from './value-types.ts';
import { propertyName, type Aspect, type StoredProperty } from './stored-property.ts';

/** Form state of an allowed value. */
export interface AllowedValue {
  /** React key of the row. */
  readonly key: number;
  readonly value: string;
  readonly description: string;
  readonly color: ValueColor | undefined;
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
  /** Whether searches for words find the values, and the weight of these words; '' for 1. */
  readonly isWordSearched: boolean;
  readonly wordWeight: string;
  readonly settings: Settings;
  readonly group: string;
  readonly order: string;
  readonly unit: string;
  readonly rules: RulesDraft;
}

let lastKey = 0;

/** Creates a row of the list of allowed values. */
export function allowedValue(value = '', description = '', color?: ValueColor): AllowedValue {
  lastKey += 1;
  return { key: lastKey, value, description, color };
}

/** Initial draft: of a stored definition, or empty. */
export function draftOf(
  stored?: Pick<StoredProperty, 'urn' | 'definition' | 'settings'> &
    Partial<Pick<StoredProperty, 'display' | 'rules'>>,
): Draft {
  const aspect = stored?.definition ?? {};
  const display = stored?.display ?? {};
  const colors = colorsOf(display);
  const qualifier = aspect['typeQualifier'];
  const search = searchOf(aspect);
  return {
    name: text(aspect['qualifiedName']) || (stored === undefined ? '' : propertyName(stored.urn)),
    displayName: text(aspect['displayName']),
    description: text(aspect['description']),
    valueType: text(aspect['valueType']),
    isMultiple: aspect['cardinality'] === 'MULTIPLE',
    allowedValues: allowedValuesOf(aspect).map((row) => ({ ...row, color: colors.get(row.value) })),
    allowedTypes: isObject(qualifier) ? texts(qualifier['allowedTypes']) : [],
    entityTypes: texts(aspect['entityTypes']),
    allowedPlatforms: texts(aspect['allowedPlatforms']),
    isImmutable: aspect['immutable'] === true,
    isWordSearched: search['queryByDefault'] === true,
    wordWeight: typeof search['boostScore'] === 'number' ? String(search['boostScore']) : '',
    settings: settingsOf(stored?.settings),
    group: text(display['group']),
    order: typeof display['order'] === 'number' ? String(display['order']) : '',
    unit: text(display['unit']),
    rules: rulesDraftOf(stored?.rules),
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
    ...searchMember(draft, before),
  };
}

/** The member `searchConfiguration`; left out if it says nothing and was not there before. */
function searchMember({ isWordSearched, wordWeight }: Draft, before: Aspect): Aspect {
  if (!isWordSearched && before['searchConfiguration'] === undefined) return {};
  const { boostScore: _, ...others } = searchOf(before);
  const weight = wordWeight.trim();
  return {
    searchConfiguration: {
      ...others,
      queryByDefault: isWordSearched,
      ...(weight !== '' && { boostScore: parseDecimal(weight) ?? weight }),
    },
  };
}

function searchOf(definition: Aspect): Aspect {
  const search = definition['searchConfiguration'];
  return isObject(search) ? search : {};
}

/**
 * Converts a draft to the aspect `structuredPropertyDisplay`. Colors of properties without allowed values are those of
 * `before`.
 */
export function displayOf(
  { allowedValues, group, order, unit, valueType }: Draft,
  before: Aspect = {},
): Aspect {
  const colored = allowedValues.flatMap((row) =>
    row.color === undefined ? [] : [{ value: stored(row, valueType)['value'], color: row.color }],
  );
  const valueColors = allowedValues.length > 0 ? colored : (before['valueColors'] ?? []);
  return {
    ...(group.trim() !== '' && { group: group.trim() }),
    ...(order.trim() !== '' && { order: parseDecimal(order.trim()) ?? order }),
    ...(unit.trim() !== '' && { unit: unit.trim() }),
    ...(Array.isArray(valueColors) && valueColors.length > 0 && { valueColors }),
  };
}

/** Colors by value, as texts, of an aspect `structuredPropertyDisplay`. */
export function colorsOf(display: Aspect): ReadonlyMap<string, ValueColor> {
  const list = display['valueColors'];
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.filter(isObject).flatMap(({ color, value }) => {
      const scalar = isObject(value) ? Object.values(value)[0] : undefined;
      const name = valueColor(color);
      return name === undefined || (typeof scalar !== 'string' && typeof scalar !== 'number')
        ? []
        : [[String(scalar), name] as const];
    }),
  );
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
  'searchConfiguration',
]);

/** How values of the property are written in texts about its rules. */
export function wordingOf({ unit, valueType }: Draft, nameOf: (urn: string) => string): RuleWording {
  const kind = isNumberType(valueType) ? 'number' : isDateType(valueType) ? 'date' : 'string';
  const shown = { valueType: kind, unit: unit.trim() === '' ? undefined : unit.trim() } as const;
  return {
    conditionsOf: (criteria) => criteriaText(criteria, nameOf),
    textOf: (value) => (isUrnType(valueType) ? nameOf(String(value)) : valueWithUnit(shown, value)),
  };
}

/** Whether two drafts describe the same definition. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({ allowedValues, ...rest }: Draft): string {
  return JSON.stringify([
    rest,
    allowedValues.map(({ color, value, description }) => [value, description, color]),
  ]);
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

function stored({ value, description }: AllowedValue, valueType: string): Aspect {
  return {
    value: storedValue(value, valueType),
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
