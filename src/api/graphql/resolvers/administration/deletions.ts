import { listDeletions } from '../../../../operations/undo/list-deletions.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Query of what can be restored. */
export const DELETION_QUERIES = {
  listDeletions: answeredBy(listDeletions, async (_root, { input }, context) => {
    const { count, cursor, entityTypes } = input ?? {};
    const { deletions, next, undoableFor } = await context.run(listDeletions, {
      ...(entityTypes && { entityTypes }),
      ...(typeof count === 'number' && { count }),
      ...(typeof cursor === 'string' && { cursor }),
    });
    return {
      deletions: deletions.map(({ kind, ...deletion }) => ({
        ...deletion,
        kind: kind === 'entity' ? 'ENTITY' : 'VALUES',
      })),
      next,
      undoableFor,
    };
  }),
} satisfies Partial<Resolvers['Query']>;
