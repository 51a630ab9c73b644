import { invalidRequest } from '../../../errors.ts';
import type { PropertyValue } from '../../../model/structured-property.ts';
import { given } from '../../../util/given.ts';
import type { AllowedValueInput, PropertyValueInput } from '../schema/schema-types.generated.ts';

/** Converts values to a definition's form; throws INVALID_REQUEST, naming `list`, unless each has exactly one member. */
export function allowedValuesOf(inputs: readonly AllowedValueInput[] | null | undefined, list: string) {
  return inputs?.map(({ description, ...input }, index) => {
    const problem = `Each allowed value must provide exactly one of stringValue or numberValue: ${list}[${index}]`;
    return { value: value(input, problem), ...given({ description }) };
  });
}

function value({ stringValue, numberValue }: PropertyValueInput, problem: string): PropertyValue {
  const hasText = stringValue !== undefined && stringValue !== null;
  const hasNumber = numberValue !== undefined && numberValue !== null;
  if (hasText && !hasNumber) return { string: stringValue };
  if (hasNumber && !hasText) return { double: numberValue };
  throw invalidRequest(`${problem} has ${hasText ? 'both' : 'neither'}.`);
}
