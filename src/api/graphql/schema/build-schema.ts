import {
  GraphQLFloat,
  GraphQLNonNull,
  buildASTSchema,
  isAbstractType,
  isNonNullType,
  isObjectType,
  isScalarType,
  parse,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
} from 'graphql';
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { GraphqlContext } from '../context/graphql-context.ts';
import { inheritFields } from './inherit-fields.ts';
import { DOUBLE, LONG } from './scalars.ts';

type FieldResolver = GraphQLFieldResolver<unknown, GraphqlContext>;
type TypeName = GraphQLTypeResolver<unknown, GraphqlContext>;

/**
 * Functions to attach to a schema. Those of the catalog are type-checked against the types generated from its schema
 * (`schema-types.generated.ts`).
 */
export interface AttachedFunctions {
  /** Field resolvers by type and field; resolvers of unknown fields are ignored. */
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By interface or union: returns the name of a value's object type. */
  readonly typeNames: Readonly<Record<string, unknown>>;
}

/** Concatenates the schema files in the order of their names, regardless of folders. */
export function readSchemaText(): string {
  const folder = new URL('./', import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.graphql'))
    .map((path) => ({ path, name: basename(path) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ path }) => readFileSync(new URL(path, folder), 'utf8'))
    .join('\n');
}

/** Builds a schema without functions. Types inherit the fields of their interfaces. */
export function buildPlainSchema(text: string): GraphQLSchema {
  return buildASTSchema(inheritFields(parse(text, { noLocation: true })), { assumeValidSDL: true });
}

/** Builds a schema as `buildPlainSchema` does, and attaches resolvers and type names. */
export function buildExecutableSchema(
  text: string,
  { resolvers, typeNames }: AttachedFunctions,
): GraphQLSchema {
  const schema = buildPlainSchema(text);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) {
      const typeName = typeNames[type.name];
      if (typeof typeName === 'function') type.resolveType = typeName as TypeName;
    }
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.type = withDoubles(field.type);
      const resolve = resolvers[type.name]?.[field.name];
      if (typeof resolve === 'function') field.resolve = resolve as FieldResolver;
    }
  }
  const long = schema.getType('Long');
  if (isScalarType(long)) Object.assign(long, LONG);
  return schema;
}

/** Replaces the built-in `Float`, which cannot serialize `30.0`, by DOUBLE. No field is a list of floats. */
function withDoubles(type: GraphQLOutputType): GraphQLOutputType {
  if (type === GraphQLFloat) return DOUBLE;
  return isNonNullType(type) && type.ofType === GraphQLFloat ? new GraphQLNonNull(DOUBLE) : type;
}
