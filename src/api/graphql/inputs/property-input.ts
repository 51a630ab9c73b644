import { invalidRequest } from '../../../errors.ts';
import type { PropertyValue } from '../../../model/structured-property.ts';
import { given } from '../../../util/given.ts';
import type { AllowedValueInput, PropertyValueInput } from '../schema/schema-types.generated.ts';

/** A value in GraphQL's form: exactly one of string and number. */
export type ValueInput = PropertyValueInput;

/** Converts a value to an assignment's form; throws INVALID_REQUEST, naming `at`, unless exactly one member is given. */
export function valueOf(input: ValueInput, at: string): PropertyValue {
  return value(input, `Each value must provide exactly one of stringValue or numberValue: ${at}`);
}

/** Converts values to a definition's form; throws INVALID_REQUEST, naming `list`, unless each has exactly one member. */
export function allowedValuesOf(inputs: readonly AllowedValueInput[] | null | undefined, list: string) {
  return inputs?.map(({ description, ...input }, index) => {
    const problem = `Each allowed value must provide exactly one of stringValue or numberValue: ${list}[${index}]`;
    return { value: value(input, problem), ...given({ description }) };
  });
}

function value({ stringValue, numberValue }: ValueInput, problem: string): PropertyValue {
  const hasText = stringValue !== undefined && stringValue !== null;
  const hasNumber = numberValue !== undefined && numberValue !== null;
  if (hasText && !hasNumber) return { string: stringValue };
  if (hasNumber && !hasText) return { double: numberValue };
  throw invalidRequest(`${problem} has ${hasText ? 'both' : 'neither'}.`);
}
