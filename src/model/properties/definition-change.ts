import { listText } from '../../util/list-text.ts';
import type { DefinitionLoss } from '../plan.ts';
import { doubleText, type PropertyDefinition, type PropertyValue } from '../structured-property.ts';
import { restrictionOf, valueKey, plainValues, typeProblem } from './property-value.ts';
import { entityTypeIdOf } from './entity-type-id.ts';

const DAY_MS = 86_400_000;
/** `yyyyMMddHHmmss`. */
const VERSION = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

/** A reason why values valid under one definition can be invalid under the next. */
export interface BreakingReason extends DefinitionLoss {
  /** Starts with DataHub's own message. */
  readonly text: string;
}

/** All reasons why a change of a definition is breaking; empty for a compatible change. */
export function breakingReasons(
  before: PropertyDefinition,
  after: PropertyDefinition,
): readonly BreakingReason[] {
  return [
    ...valueTypeReasons(before, after),
    ...cardinalityReasons(before, after),
    ...allowedValueReasons(before, after),
    ...entityTypeReasons(before, after),
    ...allowedTypeReasons(before, after),
  ];
}

/**
 * The allowed values that a definition loses, if nothing else in it breaks: then the values of entities without them
 * stay valid. Undefined for another breaking change. Empty for a compatible one.
 */
export function lostValuesOnly(
  before: PropertyDefinition,
  after: PropertyDefinition,
): readonly PropertyValue[] | undefined {
  const isOther = breakingReasons(before, after).some(
    // An empty text is in no index, so its holders cannot be counted.
    ({ lost, member }) => member !== 'allowedValues' || lost.length === 0 || lost.includes(''),
  );
  return isOther ? undefined : lostValues(before, after);
}

/** Whether the text is a valid date and time of the form `yyyyMMddHHmmss`. */
export function isDefinitionVersion(text: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    VERSION.exec(text)?.slice(1).map(Number) ?? [];
  if (year === 0 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false;
  return day >= 1 && day <= daysIn(year, month);
}

/**
 * The latest version that a definition may have at `now` (epoch ms): a day ahead, for different clocks and time
 * zones. A version further ahead could not be exceeded by a later breaking change.
 */
export function latestVersion(now: number): string {
  return new Date(now + DAY_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/**
 * Whether a definition with this version may make a breaking change: the version is well-formed and greater than
 * `highest`, the greatest version so far. Versions compare as strings, which for 14 digits is chronological order.
 */
export function versionAllowsBreaking(version: string | undefined, highest: string | undefined): boolean {
  return (
    version !== undefined && isDefinitionVersion(version) && (highest === undefined || version > highest)
  );
}

function valueTypeReasons(before: PropertyDefinition, after: PropertyDefinition): readonly BreakingReason[] {
  if (before.valueTypeUrn === after.valueTypeUrn) return [];
  const text =
    'Value type cannot be changed as this is a backwards incompatible change: ' +
    `valueType ${before.valueTypeUrn} to ${after.valueTypeUrn}`;
  return [{ member: 'valueType', lost: [before.valueTypeUrn], text }];
}

function cardinalityReasons(
  before: PropertyDefinition,
  after: PropertyDefinition,
): readonly BreakingReason[] {
  if (before.cardinality === after.cardinality || after.cardinality === 'MULTIPLE') return [];
  const text = 'Property definition cardinality cannot be changed from MULTIPLE to SINGLE';
  return [{ member: 'cardinality', lost: [before.cardinality], text }];
}

function allowedValueReasons(
  before: PropertyDefinition,
  after: PropertyDefinition,
): readonly BreakingReason[] {
  const words = 'Cannot restrict values that were previously allowed';
  const member = 'allowedValues';
  const narrow = restrictionOf(after);
  if (narrow === undefined) return [];
  if (restrictionOf(before) === undefined) {
    const text = `${words}: allowedValues did not restrict, now only ${plainValues(narrow.values)}`;
    return [{ member, lost: [], text }];
  }
  const lost = lostValues(before, after);
  if (lost.length === 0) return [];
  return [
    { member, lost: lost.map(indexedText), text: `${words}: allowedValues loses ${plainValues(lost)}` },
  ];
}

/** The allowed values that the next definition does not allow; none if one of both allows every value. */
function lostValues(before: PropertyDefinition, after: PropertyDefinition): readonly PropertyValue[] {
  const [wide, narrow] = [restrictionOf(before), restrictionOf(after)];
  if (wide === undefined || narrow === undefined) return [];
  // An allowed value of another type, as in old catalogs, allows nothing.
  return wide.values.filter(
    (value) =>
      !narrow.keys.has(valueKey(value)) &&
      (before.valueType === undefined || typeProblem(value, before) === undefined),
  );
}

/** A value as in the counts of a plan. */
function indexedText(value: PropertyValue): string {
  return 'string' in value ? value.string : doubleText(value.double);
}

function entityTypeReasons(before: PropertyDefinition, after: PropertyDefinition): readonly BreakingReason[] {
  const lost = lostTypes(before.entityTypes, after.entityTypes);
  const text = `${narrowed('Entity types')}: entityTypes loses [${listText(lost)}]`;
  return lost.length === 0 ? [] : [{ member: 'entityTypes', lost, text }];
}

/** Only the values of a urn property have types; an empty list allows all of them. */
function allowedTypeReasons(
  before: PropertyDefinition,
  after: PropertyDefinition,
): readonly BreakingReason[] {
  const [wide, narrow] = [before.allowedTypes, after.allowedTypes];
  if (before.valueType !== 'urn' || after.valueType !== 'urn' || narrow.length === 0) return [];
  const words = narrowed('Allowed types');
  const lost = lostTypes(wide, narrow);
  if (wide.length === 0) {
    const text = `${words}: allowedTypes did not restrict, now only [${listText(narrow)}]`;
    return [{ member: 'allowedTypes', lost: [], text }];
  }
  const text = `${words}: allowedTypes loses [${listText(lost)}]`;
  return lost.length === 0 ? [] : [{ member: 'allowedTypes', lost, text }];
}

function narrowed(what: string): string {
  return `${what} cannot be removed as this is a backwards incompatible change`;
}

function lostTypes(wide: readonly string[], narrow: readonly string[]): readonly string[] {
  const kept = new Set(narrow.map(entityTypeIdOf));
  return wide.filter((urn) => !kept.has(entityTypeIdOf(urn)));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
