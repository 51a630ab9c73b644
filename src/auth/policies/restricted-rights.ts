import { VOCABULARY } from '../../model/access/read-rules.ts';
import { reasonOf, type Reason } from '../../model/access/reason.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';
import type { TokenRestriction } from '../actor.ts';
import type { Resource } from '../authorizer.ts';
import { TYPE_RIGHTS } from '../writes/write-rights.ts';

const PROPERTY_TYPE = STRUCTURED_PROPERTY.entityType;

/** Whether the privilege is read-only. */
function isReading(privilege: string): boolean {
  return /^(VIEW_|GET_|EXISTS_|SEARCH_)/.test(privilege);
}

/** Why a restricted token must not use a privilege that its actor holds; undefined when it may. */
export function restrictionDenial(
  restriction: TokenRestriction,
  privilege: string,
  resource: Resource | undefined,
): Reason | undefined {
  const { definesNothing, entityTypes, properties, readOnly } = restriction;
  if (readOnly && !isReading(privilege)) return reasonOf('TOKEN_READ_ONLY', 'The token is read-only.');
  const isDefinition =
    resource === undefined
      ? isManagedBy(PROPERTY_TYPE, privilege)
      : entityTypeOf(resource.urn) === PROPERTY_TYPE;
  if (definesNothing === true && isDefinition && !isReading(privilege))
    return reasonOf('TOKEN_LIMITED', 'The token may not define structured properties.');
  if (resource === undefined) {
    if (isReading(privilege) || (entityTypes === undefined && properties === undefined)) return undefined;
    const isItsType = entityTypes?.some((entityType) => isManagedBy(entityType, privilege)) === true;
    return isItsType && properties === undefined
      ? undefined
      : reasonOf('TOKEN_LIMITED', 'The token is restricted to certain entity types or properties.');
  }
  const entityType = entityTypeOf(resource.urn);
  const isOpen = isReading(privilege) && VOCABULARY.includes(entityType);
  if (entityTypes?.includes(entityType) === false && !isOpen) {
    return reasonOf(
      'TOKEN_ENTITY_TYPES',
      `The token is restricted to entities of type ${listText(entityTypes)}.`,
      {
        entityTypes,
      },
    );
  }
  const other = resource.properties?.find((urn) => properties?.includes(urn) === false);
  return other === undefined
    ? undefined
    : reasonOf('TOKEN_PROPERTIES', `The token is restricted to properties that do not include ${other}.`, {
        urns: [other],
        properties: [other],
      });
}

function isManagedBy(entityType: string, privilege: string): boolean {
  if (!Object.hasOwn(TYPE_RIGHTS, entityType)) return false;
  const { create = [], update = [], remove = [] } = TYPE_RIGHTS[entityType] ?? {};
  return [create, update, remove].some((privileges) => privileges.includes(privilege));
}
