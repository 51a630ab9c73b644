import { namesOfProperty } from '../../../model/properties/property-names.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { urnKey } from '../../../model/urn.ts';
import type { Validator } from '../../rules.ts';

const { definitionAspect, entityType } = STRUCTURED_PROPERTY;

/**
 * A new definition must not take a name that another property answers to: filters on the name would find the wrong one.
 * A definition that exists keeps its names.
 */
export const nameClaims: Validator = {
  name: 'nameClaims',
  aspects: [definitionAspect],
  check: ({ urn, before, after }, { state }) => {
    const qualifiedName = after?.['qualifiedName'];
    if (typeof qualifiedName !== 'string' || before?.['qualifiedName'] === qualifiedName) return [];
    const others = state.rowsOf(entityType, definitionAspect).filter(({ aspect }) => aspect.urn !== urn);
    return [...namesOfProperty(urn, qualifiedName)]
      .filter((name) =>
        others.some(({ aspect }) => urnKey(aspect.urn) === name || aspect.value['qualifiedName'] === name),
      )
      .map(
        (name) =>
          `Another Structured Property has the name '${name}' already: ${urn} with qualifiedName '${qualifiedName}'. ` +
          'A name, in the urn or as qualifiedName, belongs to one property. Choose another name, or delete the other property.',
      );
  },
};
