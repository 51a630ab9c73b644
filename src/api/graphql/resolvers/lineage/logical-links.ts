import { linkPhysicalInstance } from '../../../../operations/lineage/link-physical-instance.ts';
import { unlinkPhysicalInstance } from '../../../../operations/lineage/unlink-physical-instance.ts';
import { DONE, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of the links between logical datasets and their physical instances. */
export const LOGICAL_LINK_MUTATIONS = {
  linkPhysicalChild: ofInput(linkPhysicalInstance, DONE),
  unlinkPhysicalChild: ofInput(unlinkPhysicalInstance, DONE),
} satisfies Partial<Resolvers['Mutation']>;
