import { compareMoments } from '../../../../operations/changes/compare-moments.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Queries for entities as of an earlier moment. */
export const MOMENT_QUERIES = {
  compareMoments: answeredBy(compareMoments, async (_root, { input }, context) => {
    const { differences, ...cursors } = await context.run(compareMoments, input);
    return {
      ...cursors,
      differences: differences.map(({ after, aspectName, before }) => ({
        aspectName,
        before: before?.text,
        after: after?.text,
      })),
    };
  }),
} satisfies Partial<Resolvers['Query']>;
