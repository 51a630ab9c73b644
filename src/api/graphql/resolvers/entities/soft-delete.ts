import { updateSoftDeleted } from '../../../../operations/entities/update-soft-deleted.ts';
import { DONE, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutation that soft-deletes and restores entities. */
export const SOFT_DELETE_MUTATIONS = {
  batchUpdateSoftDeleted: ofInput(updateSoftDeleted, DONE),
} satisfies Partial<Resolvers['Mutation']>;
