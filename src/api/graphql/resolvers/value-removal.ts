import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** Query for the background removals of values of deleted structured properties. */
export const VALUE_REMOVAL_QUERIES: FieldResolvers = {
  propertyValueRemovals: async (_root: unknown, _args: unknown, { catalog }: GraphqlContext) => {
    const removals = await catalog.valueRemovals();
    return removals.map((removal) => ({
      ...removal,
      reason: removal.reason.toUpperCase(),
      state: removal.state.toUpperCase(),
    }));
  },
};
