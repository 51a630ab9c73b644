import type { GraphQLSchema } from 'graphql';
import { fingerprint } from '../../util/fingerprint.ts';
import { buildExecutableSchema, readSchemaText } from './schema/build-schema.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';
import { TYPE_NAMES } from './resolvers/fields/type-names.ts';

/** Builds the GraphQL schema of the catalog; takes tens of milliseconds. */
export function buildCatalogSchema(): GraphQLSchema {
  return buildExecutableSchema(readSchemaText(), { resolvers: RESOLVERS, typeNames: TYPE_NAMES });
}

/** Fingerprint of the schema text. Clients that cache the schema compare it to detect changes. */
export function schemaFingerprint(): string {
  return fingerprint(readSchemaText());
}
