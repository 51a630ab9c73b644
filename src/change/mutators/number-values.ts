import { withAllowedNumbers, withColoredNumbers, withNumbers } from '../../model/properties/number-values.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isNumeric } from '../properties/property-state.ts';
import type { Mutator } from './mutator.ts';

const { assignmentAspect, definitionAspect, displayAspect } = STRUCTURED_PROPERTY;

/** Converts numeric strings to numbers, in allowed, coloured and assigned values of number properties. */
export const numberValues: Mutator = {
  name: 'numberValues',
  aspects: [definitionAspect, displayAspect, assignmentAspect],
  mutate: ({ aspect, after, urn }, { state }) => {
    if (aspect.name === definitionAspect) return withAllowedNumbers(after);
    if (aspect.name === displayAspect) return isNumeric(urn, state) ? withColoredNumbers(after) : after;
    return withNumbers(after, (property) => isNumeric(property, state));
  },
};
