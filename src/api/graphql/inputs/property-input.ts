import { invalidRequest } from '../../../errors.ts';
import { notOneValue, propertyValue } from '../../../operations/structured-properties/shapes.ts';
import { given } from '../../../util/given.ts';
import type { AllowedValueInput } from '../schema/schema-types.generated.ts';
import { because } from '../../../refusals.ts';

/** Converts values to a definition's form; throws INVALID_REQUEST, naming `list`, unless each has exactly one member. */
export function allowedValuesOf(inputs: readonly AllowedValueInput[] | null | undefined, list: string) {
  return inputs?.map(({ description, ...input }, index) => {
    const value = propertyValue(input);
    if (value !== undefined) return { value, ...given({ description }) };
    const at = `${list}[${index}]`;
    throw invalidRequest(
      `${at}: ${notOneValue('allowed value', input)}.`,
      at,
      because('INPUT_FORMAT', { name: 'allowedValues', value: at }),
    );
  });
}
