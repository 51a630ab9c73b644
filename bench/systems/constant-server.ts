/**
 * Fastify and graphql-js with a constant resolver: the cost of answering one dataset with its properties without lookups.
 * Listens on a free port and prints its URL. Used by `bench/one-dataset.ts`.
 */
import fastify from 'fastify';
import { buildSchema, execute, parse, validate, type DocumentNode } from 'graphql';
import { entity, PROPERTIES } from '../workload.mjs';

const schema = buildSchema(`
  type Query { dataset(urn: String!): Dataset }
  enum EntityType { DATASET STRUCTURED_PROPERTY }
  type Dataset {
    urn: String!
    type: EntityType!
    properties: DatasetProperties
    structuredProperties: StructuredProperties
  }
  type DatasetProperties { name: String! description: String }
  type StructuredProperties { properties: [StructuredPropertiesEntry!] }
  type StructuredPropertiesEntry { structuredProperty: StructuredPropertyEntity! values: [PropertyValue!]! }
  type StructuredPropertyEntity { urn: String! }
  union PropertyValue = StringValue | NumberValue
  type StringValue { stringValue: String! }
  type NumberValue { numberValue: Float! }
`);

const { urn, name, description, team, costCenter, retention, zones } = entity(0);
const text = (stringValue: string) => ({ __typename: 'StringValue', stringValue });
const assignment = (property: string, values: readonly object[]) => ({
  structuredProperty: { urn: `urn:li:structuredProperty:${property}` },
  values,
});
const dataset = {
  urn,
  type: 'DATASET',
  properties: { name, description },
  structuredProperties: {
    properties: [
      assignment(PROPERTIES.team, [text(team)]),
      assignment(PROPERTIES.costCenter, [text(costCenter)]),
      assignment(PROPERTIES.retention, [{ __typename: 'NumberValue', numberValue: retention }]),
      assignment(PROPERTIES.zones, zones.map(text)),
    ],
  },
};

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const documents = new Map<string, DocumentNode>();

/** Parses and validates each query text once, as Colophon does. */
function documentOf(query: string): DocumentNode {
  const known = documents.get(query);
  if (known !== undefined) return known;
  const document = parse(query);
  const [wrong] = validate(schema, document);
  if (wrong !== undefined) throw wrong;
  documents.set(query, document);
  return document;
}

const app = fastify();
app.post<{ Body: GraphqlRequest }>('/api/graphql', async ({ body: { query, variables } }, reply) => {
  const answer = await execute({
    schema,
    document: documentOf(query),
    variableValues: variables,
    rootValue: { dataset: () => dataset },
  });
  return reply.type('application/json').send(JSON.stringify(answer));
});
console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }));
