import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../generated/graphql-env.d.ts';

/**
 * Parses a GraphQL document whose variables and result have the types of the server's schema. What a fragment selects is
 * read with `readFragment`: its type is computed once, and not again in each document that spreads it.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Long: number };
}>();

export { readFragment } from 'gql.tada';
export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
