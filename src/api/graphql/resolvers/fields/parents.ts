import { ancestorsOf } from '../../../../operations/ancestors.ts';
import type { ParentLink, ReadAspect } from '../../../../operations/ancestors.ts';
import type { EntityResolver } from './aspect-field.ts';

/**
 * Resolver of the ancestors of an entity, which it shows as `member`. Reads together what several entities of a request
 * need.
 */
export function parents(
  member: string,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
): EntityResolver<Promise<object>> {
  return async (entity, _args, context) => {
    const read: ReadAspect = (urn, aspectName) => context.loader.aspect(urn, aspectName);
    const found = await ancestorsOf(entity, parentType, linkOf, context, read);
    return { count: found.length, [member]: found };
  };
}
