import { compareMoments } from '../../../../operations/changes/compare-moments.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Queries for entities as they were. */
export const MOMENT_QUERIES = {
  compareMoments: answeredBy(compareMoments, async (_root, { input }, context) => {
    const { urn } = context.references.parse(input.urn);
    const moments = { from: input.from, to: input.to ?? 'now' };
    const { differences, ...cursors } = await context.run(compareMoments, { urn, ...moments });
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
