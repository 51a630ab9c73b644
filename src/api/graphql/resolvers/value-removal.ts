import type { Resolvers } from '../schema-types.generated.ts';

/** Query for the background removals of values of deleted structured properties. */
export const VALUE_REMOVAL_QUERIES = {
  propertyValueRemovals: async (_root, _args, { catalog }) => {
    const removals = await catalog.valueRemovals();
    return removals.map((removal) => ({
      ...removal,
      reason: removal.reason.toUpperCase(),
      state: removal.state.toUpperCase(),
    }));
  },
} satisfies Partial<Resolvers['Query']>;
