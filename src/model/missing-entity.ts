import { because, type Refusal } from '../refusals.ts';
import { urnParts, type Urn } from './urn.ts';

/** Why a request that needs the entity is refused: it does not exist, or the caller may not see it. */
export function missingEntity(urn: Urn): Refusal {
  const { entityType, key } = urnParts(urn);
  // The key of a dataset begins with the urn of its platform.
  const name = key.find((part) => !part.startsWith('urn:')) ?? key[0] ?? '';
  return because('ENTITY_MISSING', { entityType, name });
}
