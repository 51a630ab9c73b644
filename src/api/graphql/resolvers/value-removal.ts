import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** Removals of the values of properties that are gone. */
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
