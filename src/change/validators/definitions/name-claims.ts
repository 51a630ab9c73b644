import { because } from '../../../refusals.ts';
import { namesOfProperty } from '../../../model/properties/property-names.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import type { Validator } from '../../rules.ts';

const { definitionAspect, entityType } = STRUCTURED_PROPERTY;

/**
 * A new definition must not take the name of another property: filters on the name would find the wrong one.
 * A definition that exists keeps its names.
 */
export const nameClaims: Validator = {
  name: 'nameClaims',
  aspects: [definitionAspect],
  check: ({ urn, before, after }, { rights, state }) => {
    const qualifiedName = after?.['qualifiedName'];
    if (typeof qualifiedName !== 'string' || before?.['qualifiedName'] === qualifiedName) return [];
    return [...namesOfProperty(urn, qualifiedName)].flatMap((name) => {
      const other = otherClaimant(name, urn, state);
      if (other === undefined) return [];
      const shown = rights?.mayKnow(other) === false ? '' : ` (${other})`;
      const message =
        `Another Structured Property has the name '${name}' already${shown}: ${urn} with qualifiedName '${qualifiedName}'. ` +
        'A name, in the urn or as qualifiedName, belongs to one property. Choose another name, or delete the other property.';
      return [{ message, field: 'qualifiedName', ...because('NAME_TAKEN', { name }) }];
    });
  },
};

/** Another property that has the name in its urn, or else as qualified name. */
function otherClaimant(name: string, urn: Urn, state: CurrentState): Urn | undefined {
  const definitionOf = (other: Urn) => state.row(other, definitionAspect)?.aspect.value;
  const named = `urn:li:${entityType}:${name}`;
  if (named !== urn && isUrn(named) && definitionOf(named) !== undefined) return named;
  return state
    .propertiesNamed(name)
    .find((other) => other !== urn && definitionOf(other)?.['qualifiedName'] === name);
}
