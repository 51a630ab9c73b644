import type { GraphQLSchema } from 'graphql';
import { fingerprint } from '../../util/fingerprint.ts';
import { buildExecutableSchema, readSchemaText } from './build-schema.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';

/** Builds the GraphQL schema of the catalog; costs tens of milliseconds. */
export function buildCatalogSchema(): GraphQLSchema {
  return buildExecutableSchema(readSchemaText(), RESOLVERS);
}

/** Changes with every change of the schema's text; clients that cache the schema compare it. */
export function schemaFingerprint(): string {
  return fingerprint(readSchemaText());
}
