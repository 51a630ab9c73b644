import { GRAPHQL_NAMES } from './entity-type-names.generated.ts';

/** GraphQL name of entity types without a specific name, such as types added by an operator. */
export const OTHER_ENTITY_TYPE = 'OTHER';

/** GraphQL name of an entity type, or `OTHER`. */
export type GraphqlTypeName = (typeof GRAPHQL_NAMES)[number][0] | typeof OTHER_ENTITY_TYPE;

/** By entity type: its last name, because those before are aliases. */
const NAMES = new Map<string, GraphqlTypeName>(GRAPHQL_NAMES.map(([name, entityType]) => [entityType, name]));
const REGISTRY_NAMES: ReadonlyMap<string, string> = new Map(GRAPHQL_NAMES);

/** GraphQL name of an entity type; `OTHER` if it has none. */
export function graphqlTypeOf(registryName: string): GraphqlTypeName {
  return NAMES.get(registryName) ?? OTHER_ENTITY_TYPE;
}

/** Registry name for a GraphQL entity type name; undefined for `OTHER` and unknown names. */
export function registryTypeOf(graphqlName: string): string | undefined {
  return REGISTRY_NAMES.get(graphqlName);
}

/** Entity types with a GraphQL name: those that every catalog has. */
export function namedEntityTypes(): readonly string[] {
  return [...NAMES.keys()];
}
