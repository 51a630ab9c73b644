import { setLogicalParent } from '../../../../operations/lineage/set-logical-parent.ts';
import { updateLineage } from '../../../../operations/lineage/update-lineage.ts';
import { DONE, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of lineage and of logical parents. */
export const LINEAGE_MUTATIONS = {
  updateLineage: ofInput(updateLineage, DONE),
  setLogicalParent: ofInput(setLogicalParent, DONE),
} satisfies Partial<Resolvers['Mutation']>;
