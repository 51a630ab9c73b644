import type { EntitySpec } from '../entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';

/**
 * Whether deleting the aspect deletes its entity: the key of any entity, and the definition of a structured property.
 */
export function isEntityItself({ keyAspect, name }: EntitySpec, aspectName: string): boolean {
  if (aspectName === keyAspect.name) return true;
  return name === STRUCTURED_PROPERTY.entityType && aspectName === STRUCTURED_PROPERTY.definitionAspect;
}
