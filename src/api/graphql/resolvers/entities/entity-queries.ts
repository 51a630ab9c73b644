import type { EntityReference } from '../../../../model/entity-reference.ts';
import { checkBatchSize } from '../../../../util/batch-size.ts';
import type { Resolver } from '../../schema/resolver-types.ts';
import { FIELDS_BY_URN } from '../../schema/entity-names.generated.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { yielding } from '../../context/yielding.ts';
import { READ } from '../../../../operations/needs.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** One field per entity type; fields with a separate operation replace it. */
const byUrn = Object.fromEntries(
  FIELDS_BY_URN.map(([field, entityType]) => [field, entityByUrn(entityType)]),
) as Record<(typeof FIELDS_BY_URN)[number][0], ReturnType<typeof entityByUrn>>;

/**
 * Root fields that find entities by urn. As in DataHub, a well-formed urn always returns an object: an entity that does
 * not exist has `exists: false` and only fields derived from the urn.
 */
export const ENTITY_QUERIES = {
  entity: answeredBy(READ, (_root, { urn }, { references }) => references.parse(urn)),
  entities: answeredBy(READ, async (_root, { urns, checkForExistence }, { loader, references }) => {
    checkBatchSize('urns', urns.length);
    if (checkForExistence === true) {
      const found = urns.map((urn) => references.parse(urn));
      return Promise.all(found.map(async (entity) => ((await loader.exists(entity.urn)) ? entity : null)));
    }
    return yielding(
      urns.map((urn) => references.parse(urn)),
      (reference) => reference,
    );
  }),
  ...byUrn,
} satisfies Partial<Resolvers['Query']>;

function entityByUrn(entityType: string) {
  const resolve: Resolver<unknown, { readonly urn: string }, EntityReference> = (
    _root,
    { urn },
    { references },
  ) => references.parseAs(entityType, urn);
  return answeredBy(READ, resolve);
}
