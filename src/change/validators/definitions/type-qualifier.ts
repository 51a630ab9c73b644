import { entityTypeName } from '../../../model/properties/entity-type-id.ts';
import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../../model/structured-property.ts';
import { entityTypeOf, isUrn } from '../../../model/urn.ts';
import { listText } from '../../../util/list-text.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Validator } from '../../rules.ts';

/** Each of `typeQualifier.allowedTypes` must be the urn of an existing entity type. */
export const typeQualifier: Validator = {
  name: 'typeQualifier',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  check: ({ after }, { state }) => {
    const message = after && qualifierProblem(after, state);
    if (after === undefined || message === undefined) return [];
    const entityTypes = parseDefinition(after).allowedTypes.map(entityTypeName);
    const field = 'typeQualifier.allowedTypes';
    return [{ message, field, ...because('ALLOWED_TYPES_UNKNOWN', { entityTypes }) }];
  },
};

function qualifierProblem(after: JsonObject, state: CurrentState): string | undefined {
  const { allowedTypes } = parseDefinition(after);
  const list = `List of allowedTypes: [${listText(allowedTypes)}]`;
  const form = 'Use urns such as urn:li:entityType:datahub.dataset.';
  const urns = allowedTypes.filter(isUrn);
  if (urns.length < allowedTypes.length) {
    return `Issue resolving allowedTypes inside of typeQualifier. These must be entity type urns. ${list}. ${form}`;
  }
  if (urns.some((urn) => entityTypeOf(urn) !== 'entityType')) {
    return `Provided allowedType that is not an entityType entity. ${list}. ${form}`;
  }
  const missing = urns.filter((urn) => state.entity(urn) === undefined);
  if (missing.length === 0) return undefined;
  return `Provided allowedType that does not exist. ${list}. Register ${listText(missing)} first, or leave it out.`;
}
