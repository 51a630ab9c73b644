import type { Declaration } from '../../../operations/operation.ts';
import type { Resolver } from './resolver-types.ts';
import type { EntityTypeName, Resolvers } from './schema-types.generated.ts';

/** Types that need a resolver for every field: their values have no members that the default resolver could read. */
type Complete =
  | 'Query'
  | 'IngestionSource'
  | Exclude<Extract<keyof Resolvers, EntityTypeName>, 'ServiceAccount' | 'VersionedDataset'>;

/**
 * Resolvers of the whole schema, by type and field. A field without a resolver, a resolver without a field and an
 * argument of another type are type errors. TypeScript ignores unknown fields in spread objects: each group of
 * resolvers `satisfies Partial<Resolvers['Type']>` by itself.
 */
export type SchemaResolvers = Pick<Resolvers, Exclude<Complete, 'Query'>> & {
  readonly [Type in 'Mutation' | 'Query']: {
    readonly [Field in keyof Resolvers[Type]]: Resolvers[Type][Field] & Bound;
  };
} & {
  readonly [Type in Exclude<keyof Resolvers, Complete | 'Mutation'>]?: Partial<Resolvers[Type]>;
};

/** Every field of `Mutation` and `Query` names the operations that it runs. */
interface Bound {
  readonly declared: Declaration;
}

/** Arguments of a field, for resolvers that are declared as functions. */
export type ArgumentsOf<Type extends keyof Resolvers, Field extends keyof Resolvers[Type]> =
  Resolvers[Type][Field] extends Resolver<infer _Parent, infer Arguments, infer _Result> ? Arguments : never;
