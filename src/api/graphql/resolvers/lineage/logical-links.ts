import { linkPhysicalInstance } from '../../../../operations/lineage/link-physical-instance.ts';
import { unlinkPhysicalInstance } from '../../../../operations/lineage/unlink-physical-instance.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { DONE, bind } from '../fields/bind-operation.ts';

/** Mutations of the links between logical datasets and their physical instances. */
export const LOGICAL_LINK_MUTATIONS = {
  linkPhysicalChild: bind(
    linkPhysicalInstance,
    ({ input: { logicalParentUrn, childUrn, columnMappings } }, { references }) => ({
      child: references.parseAs('dataset', childUrn).urn,
      parent: references.parseAs('dataset', logicalParentUrn).urn,
      columns: (columnMappings ?? []).map(({ parentFieldPath, childFieldPath }) => ({
        ofParent: parentFieldPath,
        ofChild: childFieldPath,
      })),
    }),
    DONE,
  ),
  unlinkPhysicalChild: bind(
    unlinkPhysicalInstance,
    ({ input }, { references }) => ({ child: references.parseAs('dataset', input.childUrn).urn }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;
