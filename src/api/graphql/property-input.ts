import { invalidRequest } from '../../errors.ts';
import { given } from '../../util/given.ts';
import type { PropertyValue } from '../../model/structured-property.ts';
import type { JsonObject } from '../../util/json.ts';
import { PROPERTY_SETTINGS } from './property-settings.ts';
import type { SettingsInput } from './property-settings.ts';

/** A value in GraphQL's form: exactly one of string and number. */
export interface ValueInput {
  readonly stringValue?: string | null;
  readonly numberValue?: number | null;
}

export interface AllowedValueInput extends ValueInput {
  readonly description?: string | null;
}

/** Input of `createStructuredProperty`. */
export interface CreateInput {
  readonly id?: string | null;
  readonly qualifiedName?: string | null;
  readonly displayName?: string | null;
  readonly description?: string | null;
  readonly immutable?: boolean | null;
  readonly valueType: string;
  readonly typeQualifier?: { readonly allowedTypes?: readonly string[] | null } | null;
  readonly allowedValues?: readonly AllowedValueInput[] | null;
  readonly cardinality?: 'SINGLE' | 'MULTIPLE' | null;
  readonly entityTypes: readonly string[];
  readonly settings?: SettingsInput | null;
  readonly allowedPlatforms?: readonly string[] | null;
}

/** Input of `updateStructuredProperty`. */
export interface UpdateInput {
  readonly urn: string;
  readonly displayName?: string | null;
  readonly description?: string | null;
  readonly immutable?: boolean | null;
  readonly typeQualifier?: { readonly newAllowedTypes?: readonly string[] | null } | null;
  readonly newAllowedValues?: readonly AllowedValueInput[] | null;
  readonly allowedValues?: readonly AllowedValueInput[] | null;
  readonly setCardinalityAsMultiple?: boolean | null;
  readonly newEntityTypes?: readonly string[] | null;
  readonly settings?: SettingsInput | null;
  readonly newAllowedPlatforms?: readonly string[] | null;
}

/** Input of `upsertStructuredProperties`. */
export interface UpsertInput {
  readonly assetUrn: string;
  readonly structuredPropertyInputParams: readonly {
    readonly structuredPropertyUrn: string;
    readonly values: readonly ValueInput[];
  }[];
}

/** Input of `removeStructuredProperties`. */
export interface RemoveInput {
  readonly assetUrn: string;
  readonly structuredPropertyUrns: readonly string[];
}

/** Converts a value to an assignment's form; throws INVALID_REQUEST, naming `at`, unless exactly one member is given. */
export function valueOf(input: ValueInput, at: string): PropertyValue {
  return value(input, `Each value must provide exactly one of stringValue or numberValue: ${at}`);
}

/** Converts a value to a definition's form; throws INVALID_REQUEST, naming `at`, unless exactly one member is given. */
export function allowedValueOf(input: AllowedValueInput, at: string): JsonObject {
  const problem = `Each allowed value must provide exactly one of stringValue or numberValue: ${at}`;
  const { description } = input;
  return { value: { ...value(input, problem) }, ...given({ description }) };
}

/** Settings to store; those missing in the input are taken from `before`, else false. */
export function settingsOf(input: SettingsInput, before: JsonObject = {}): Record<string, boolean> {
  const settings = Object.fromEntries(
    PROPERTY_SETTINGS.map((name) => [name, input[name] ?? before[name] === true]),
  );
  // A property that is not in the summary cannot be hidden there.
  if (input.showInAssetSummary === false) settings['hideInAssetSummaryWhenEmpty'] = false;
  return settings;
}

function value({ stringValue, numberValue }: ValueInput, problem: string): PropertyValue {
  const hasText = stringValue !== undefined && stringValue !== null;
  const hasNumber = numberValue !== undefined && numberValue !== null;
  if (hasText && !hasNumber) return { string: stringValue };
  if (hasNumber && !hasText) return { double: numberValue };
  throw invalidRequest(`${problem} has ${hasText ? 'both' : 'neither'}.`);
}
