import { withAllowedNumbers, withNumbers } from '../../model/properties/number-values.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isNumeric } from '../properties/property-state.ts';
import type { Mutator } from './mutator.ts';

const { assignmentAspect, definitionAspect } = STRUCTURED_PROPERTY;

/** Converts numeric strings to numbers, in allowed values and values of number properties. */
export const numberValues: Mutator = {
  name: 'numberValues',
  aspects: [definitionAspect, assignmentAspect],
  mutate: ({ aspect, after }, { state }) =>
    aspect.name === definitionAspect
      ? withAllowedNumbers(after)
      : withNumbers(after, (urn) => isNumeric(urn, state)),
};
