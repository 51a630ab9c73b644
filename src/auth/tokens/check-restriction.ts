import { invalidRequest } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { TokenRestriction } from '../actor.ts';
import { because } from '../../refusals.ts';

/**
 * Throws INVALID_REQUEST for an empty list, an unknown entity type, a urn that is not a structured property, and for a token that
 * could not write as it says, so that typing errors show when the token is created. Properties need not exist; they may be defined later.
 */
export function checkRestriction(
  restriction: TokenRestriction,
  isEntityType: (name: string) => boolean,
): void {
  const { direct, entityTypes, properties, proposeOnly, readOnly } = restriction;
  if (readOnly && direct === true)
    throw invalidRequest(
      "A token cannot be both 'readOnly' and 'direct': it writes nothing. Choose one.",
      'direct',
      because('INPUT_EXCLUDES', { names: ['readOnly', 'direct'] }),
    );
  if (proposeOnly === true && (readOnly || direct === true)) {
    const name = readOnly ? 'readOnly' : 'direct';
    throw invalidRequest(
      `A token cannot be both '${name}' and 'proposeOnly': each of its writes becomes a proposal. Choose one.`,
      'proposeOnly',
      because('INPUT_EXCLUDES', { names: [name, 'proposeOnly'] }),
    );
  }
  const other = properties?.find((urn) => entityTypeOf(urn) !== STRUCTURED_PROPERTY.entityType);
  if (other !== undefined)
    throw invalidRequest(
      `A token cannot be restricted to ${other}: it is not a structured property.`,
      undefined,
      because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(other), entityTypes: ['structuredProperty'] }),
    );
  const unknown = entityTypes?.find((name) => !isEntityType(name));
  if (unknown !== undefined) {
    throw invalidRequest(
      `There is no entity type '${unknown}'. Use a name of the registry, such as dataset.`,
      undefined,
      because('ENTITY_TYPE_UNKNOWN', { name: unknown, closest: '' }),
    );
  }
  for (const [name, list] of Object.entries({ properties, entityTypes })) {
    if (list?.length === 0)
      throw invalidRequest(
        `'${name}' must not be empty. Leave it out for no restriction.`,
        undefined,
        because('INPUT_MISSING', { name }),
      );
  }
}
