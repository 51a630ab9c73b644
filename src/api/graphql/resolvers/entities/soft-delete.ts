import { updateSoftDeleted } from '../../../../operations/entities/update-soft-deleted.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutation that soft-deletes and restores entities. */
export const SOFT_DELETE_MUTATIONS = {
  batchUpdateSoftDeleted: bind(
    updateSoftDeleted,
    ({ input: { urns, deleted } }) => ({ entities: [...urns], deleted }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;
