import type { EntityReference } from '../../../../model/entity-reference.ts';
import { ancestorsOf } from '../../../../operations/ancestors.ts';
import type { ParentLink } from '../../../../operations/ancestors.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';

/** `ancestorsOf` for fields of queries: reads together what several entities of a request need. */
export function parentsOf(
  entity: EntityReference,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  return ancestorsOf(entity, parentType, linkOf, context, (urn, aspectName) =>
    context.loader.aspect(urn, aspectName),
  );
}
