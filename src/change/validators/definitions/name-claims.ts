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
  check: ({ urn, before, after }, { rights, state }) => {
    const qualifiedName = after?.['qualifiedName'];
    if (typeof qualifiedName !== 'string' || before?.['qualifiedName'] === qualifiedName) return [];
    const others = state.rowsOf(entityType, definitionAspect).filter(({ aspect }) => aspect.urn !== urn);
    return [...namesOfProperty(urn, qualifiedName)].flatMap((name) => {
      const other = others.find(
        ({ aspect }) => urnKey(aspect.urn) === name || aspect.value['qualifiedName'] === name,
      )?.aspect.urn;
      if (other === undefined) return [];
      const shown = rights?.mayKnow(other) === false ? '' : ` (${other})`;
      return [
        `Another Structured Property has the name '${name}' already${shown}: ${urn} with qualifiedName '${qualifiedName}'. ` +
          'A name, in the urn or as qualifiedName, belongs to one property. Choose another name, or delete the other property.',
      ];
    });
  },
};
