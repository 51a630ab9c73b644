import { printSchema, type GraphQLSchema } from 'graphql';
import { fingerprint } from '../../util/fingerprint.ts';
import { buildExecutableSchema, readSchemaText } from './schema/build-schema.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';
import { TYPE_NAMES } from './resolvers/fields/type-names.ts';
import { presentVersions } from './resolvers/versions/versioned-dataset.ts';
import { describeInputs } from './resolvers/fields/describe-inputs.ts';
import { presentStored } from './resolvers/fields/present-stored.ts';

/** Builds the GraphQL schema of the catalog; takes tens of milliseconds. */
export function buildCatalogSchema(): GraphQLSchema {
  const schema = buildExecutableSchema(readSchemaText(), { resolvers: RESOLVERS, typeNames: TYPE_NAMES });
  describeInputs(schema, RESOLVERS.Mutation);
  presentStored(schema);
  presentVersions(schema);
  return schema;
}

let built: GraphQLSchema | undefined;
let known: string | undefined;

/** The GraphQL schema of the catalog, built on first use. Must not be modified. */
export function catalogSchema(): GraphQLSchema {
  return (built ??= buildCatalogSchema());
}

/** Fingerprint of the schema as clients see it. Clients that cache the schema compare it to detect changes. */
export function schemaFingerprint(): string {
  return (known ??= fingerprint(printSchema(catalogSchema())));
}
