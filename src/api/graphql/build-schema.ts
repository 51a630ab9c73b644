import { readdirSync, readFileSync } from 'node:fs';
import {
  GraphQLFloat,
  GraphQLNonNull,
  buildSchema,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLOutputType, GraphQLSchema } from 'graphql';
import type { GraphqlContext } from './graphql-context.ts';
import { DOUBLE, LONG } from './scalars.ts';

/** Resolves one field; GraphQL has validated the arguments. */
export type Resolver = GraphQLFieldResolver<never, GraphqlContext, never>;

/** Resolvers by field name. */
export type FieldResolvers = Readonly<Record<string, Resolver>>;

/** The resolvers to attach to a schema. */
export interface SchemaResolvers {
  /** Field resolvers by type name. */
  readonly types: Readonly<Record<string, FieldResolvers>>;
  /** Defaults for the fields of every type that implements `Entity`; those in `types` take precedence. */
  readonly entityFields: FieldResolvers;
  /** By interface or union: returns the name of a value's object type. */
  readonly typeNames: Readonly<Record<string, (value: never) => string>>;
}

/** Concatenates the schema files in the order of their names. */
export function readSchemaText(): string {
  const folder = new URL('./schema/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
}

/**
 * Builds a schema and attaches the resolvers. Throws an Error when they do not match: a resolver for a type or field
 * that the schema lacks, or an entity field, root field, interface or union without a resolver.
 */
export function buildExecutableSchema(text: string, resolvers: SchemaResolvers): GraphQLSchema {
  const schema = buildSchema(text, { assumeValidSDL: true, noLocation: true });
  const problems = [...attachToTypes(schema, resolvers), ...attachTypeNames(schema, resolvers.typeNames)];
  if (problems.length > 0) throw new Error(`GraphQL schema and resolvers differ: ${problems.join('; ')}.`);
  const long = schema.getType('Long');
  if (isScalarType(long)) Object.assign(long, LONG);
  return schema;
}

function attachToTypes(schema: GraphQLSchema, { types, entityFields }: SchemaResolvers): string[] {
  const problems = Object.keys(types)
    .filter((name) => !isObjectType(schema.getType(name)))
    .map((name) => `resolvers for ${name}, which is not an object type`);
  const unused = new Set(Object.keys(entityFields));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    problems.push(...attachToType(type, types[type.name] ?? {}, entityFields, unused));
  }
  return [
    ...problems,
    ...[...unused].map((name) => `a shared resolver for ${name}, a field of no entity type`),
  ];
}

function attachToType(
  type: GraphQLObjectType,
  own: FieldResolvers,
  entityFields: FieldResolvers,
  unused: Set<string>,
): string[] {
  const fields = type.getFields();
  const isEntity = type.getInterfaces().some(({ name }) => name === 'Entity');
  const problems = Object.keys(own)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `a resolver for ${type.name}.${name}, which is not in the schema`);
  for (const field of Object.values(fields)) {
    field.type = withDoubles(field.type);
    const shared = isEntity ? entityFields[field.name] : undefined;
    const resolve = own[field.name] ?? shared;
    if (own[field.name] === undefined && shared !== undefined) unused.delete(field.name);
    if (resolve !== undefined) field.resolve = resolve as GraphQLFieldResolver<unknown, GraphqlContext>;
    else if (isEntity || ROOTS.has(type.name)) problems.push(`no resolver for ${type.name}.${field.name}`);
  }
  return problems;
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation']);

/** Replaces the built-in `Float`, which cannot write `30.0`, by DOUBLE. No field is a list of floats. */
function withDoubles(type: GraphQLOutputType): GraphQLOutputType {
  if (type === GraphQLFloat) return DOUBLE;
  return isNonNullType(type) && type.ofType === GraphQLFloat ? new GraphQLNonNull(DOUBLE) : type;
}

function attachTypeNames(schema: GraphQLSchema, typeNames: SchemaResolvers['typeNames']): string[] {
  const problems: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type) && !isUnionType(type)) continue;
    const typeName = typeNames[type.name];
    if (typeName === undefined) problems.push(`no type names for ${type.name}`);
    else type.resolveType = typeName as (value: unknown) => string;
  }
  return problems;
}
