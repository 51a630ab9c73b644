import { invalidRequest } from '../../../errors.ts';
import type { PropertyValue } from '../../../model/structured-property.ts';
import {
  notOneValue,
  propertyValue,
  type ValueInput,
} from '../../../operations/structured-properties/shapes.ts';
import { given } from '../../../util/given.ts';
import type { AllowedValueInput } from '../schema/schema-types.generated.ts';
import { because } from '../../../refusals.ts';

/** Converts allowed values to the form of the aspect; throws INVALID_REQUEST, naming `list`, unless each has exactly one member. */
export function allowedValuesOf(inputs: readonly AllowedValueInput[] | null | undefined, list: string) {
  return inputs?.map(({ description, ...input }, index) => ({
    value: valueOf(input, 'allowed value', `${list}[${index}]`),
    ...given({ description }),
  }));
}

function valueOf(input: ValueInput, what: string, at: string): PropertyValue {
  const value = propertyValue(input);
  if (value !== undefined) return value;
  throw invalidRequest(
    `${at}: ${notOneValue(what, input)}.`,
    at,
    because('INPUT_FORMAT', { name: at.replace(/\[\d+\]$/, '').replace(/.*\./, ''), value: at }),
  );
}
