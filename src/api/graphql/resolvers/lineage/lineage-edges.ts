import { setLogicalParent } from '../../../../operations/lineage/set-logical-parent.ts';
import { updateLineage } from '../../../../operations/lineage/update-lineage.ts';
import { DONE, bind, ofInput } from '../fields/bind-operation.ts';
import type { LineageEdge, Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of lineage and of logical parents. */
export const LINEAGE_MUTATIONS = {
  updateLineage: bind(
    updateLineage,
    ({ input }) => ({ added: edgesOf(input.edgesToAdd), removed: edgesOf(input.edgesToRemove) }),
    DONE,
  ),
  setLogicalParent: ofInput(setLogicalParent, DONE),
} satisfies Partial<Resolvers['Mutation']>;

function edgesOf(edges: readonly (LineageEdge | null)[]) {
  return edges.flatMap((edge) =>
    edge === null ? [] : [{ downstream: edge.downstreamUrn, upstream: edge.upstreamUrn }],
  );
}
