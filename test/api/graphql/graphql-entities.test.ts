import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../../src/api/graphql/catalog-schema.ts';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { graphqlTypeOf } from '../../../src/model/registry/entity-type-names.ts';
import { keyAspectValue } from '../../../src/model/aspects/key-aspect.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { isProtectedAspect } from '../../../src/model/aspects/secret-aspects.ts';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { sampleAspects, sampleUrn } from '../../support/samples/entity-samples.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const REGISTRY = loadRegistry(readRegistry());
const SCHEMA = buildCatalogSchema();

/** Fields that show other entities, timeseries points, or data that no sample has. */
const FILLED_ELSEWHERE = new RegExp(
  '^(assertions|health|incidents|entities|latestVersion|runEvents|usageStats|operations|runs|statsSummary|state)\\b' +
    '|^(contract|constraints|schemaField|platformNativeType|settings|details\\.json|source\\.platform)\\b|\\bbusinessAttributes$' +
    '|^(operationsStats|timeseriesCapabilities|dataJobs)\\b|^applications\\.relationships\\b|\\blatestSuccessfulExecution$' +
    '|^(dataset|latest)\\w*Profiles?\\b|renderSpec$|semanticText$|^changeHistory\\.details$|^effectiveProperties\\.properties\\.sources?$|criteria\\.values\\.entity$',
);

/** Fields that clients select from types without such data. */
const ALWAYS_NULL = new Set([
  'DataHubPlatformResource.properties',
  // The other member of the union.
  'MLModel.cost.costValue.costCode',
]);

/** Types with entities created by the server itself or by separate operations. */
const MADE_ELSEWHERE = new Set([
  'structuredProperty',
  'dataType',
  'entityType',
  'dataHubAccessToken',
  'dataHubSecret',
  'changeProposal',
  'inviteToken',
]);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('sample.property', { entityTypes: [...typesWithProperties()] });
  const stamp = { time: 1, actor: 'urn:li:corpuser:datahub' };
  await client.post('urn:li:lifecycleStageType:sample.stage', 'lifecycleStageTypeInfo', {
    name: 'Sample',
    description: 'text',
    settings: {},
    created: stamp,
    lastModified: stamp,
    entityTypes: [...REGISTRY.entities.keys()],
    transitionPolicy: { allowedPreviousStages: ['urn:li:lifecycleStageType:__NONE__'] },
  });
  for (const spec of REGISTRY.entities.values()) {
    if (MADE_ELSEWHERE.has(spec.name)) continue;
    const properties = spec.aspects.has('structuredProperties')
      ? { structuredProperties: { value: { properties: [assignment()] } } }
      : {};
    const urn = sampleUrn(spec);
    const key = { [spec.keyAspect.name]: { value: keyAspectValue(spec, urn) } };
    const aspects = [...spec.aspects.values()].filter(
      ({ name, kind }) => kind === 'versioned' && !isProtectedAspect(urn, name),
    );
    const names = aspects.map(({ name }) => name);
    const entity = { urn, ...sampleAspects(REGISTRY, spec.name, names), ...key, ...properties };
    const { status, text } = await server.request('POST', `/openapi/v3/entity/${spec.name}?async=false`, [
      entity,
    ]);
    expect(status, text).toBe(200);
  }
});
afterAll(() => server.stop());

function* typesWithProperties(): Iterable<string> {
  for (const spec of REGISTRY.entities.values())
    if (spec.aspects.has('structuredProperties')) yield spec.name;
}

function assignment(): object {
  const attribution = {
    time: 1,
    actor: 'urn:li:corpuser:datahub',
    source: 'urn:li:dataHubAction:a',
    sourceDetail: { a: 'b' },
  };
  return {
    propertyUrn: propertyUrn('sample.property'),
    values: [{ string: 'urn:li:corpuser:datahub' }],
    attribution,
  };
}

/** All fields of a type without required arguments; of other entities only urn and type. */
function selection(type: GraphQLNamedOutputType, depth = 0): string {
  if (isLeafType(type)) return '';
  if (depth > 0 && isEntity(type)) return '{ urn type }';
  if (isUnionType(type) || isInterfaceType(type)) {
    const members = SCHEMA.getPossibleTypes(type).map(
      (member) => `... on ${member.name} ${selection(member, depth + 1)}`,
    );
    return `{ __typename ${members.join(' ')} }`;
  }
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map((field) => `${field.name} ${selection(getNamedType(field.type), depth + 1)}`).join(' ')} }`;
}

function isEntity(type: GraphQLNamedOutputType): boolean {
  if (isInterfaceType(type)) return type.name === 'Entity';
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Entity');
}

function entityTypes(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const face = schema.getType('Entity');
  return isInterfaceType(face) ? [...schema.getPossibleTypes(face)] : [];
}

/** Paths of nulls and empty lists below a value. */
function holes(value: unknown, path = ''): string[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.length === 0 ? [path] : value.flatMap((item) => holes(item, path));
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    holes(member, path === '' ? name : `${path}.${name}`),
  );
}

describe('every type of entities', () => {
  const specs = [...REGISTRY.entities.values()].filter(({ name }) => !MADE_ELSEWHERE.has(name));

  it.each(specs.map((spec) => [spec.name, spec] as const))('%s reads back filled', async (name, spec) => {
    const query = `query e($urn: String!) { entity(urn: $urn) { __typename type ${entityTypes(SCHEMA)
      .map((type) => `... on ${type.name} { f_${type.name}: urn }`)
      .join(' ')} } }`;
    const { data } = await server.graphql(query, { urn: sampleUrn(spec) });
    expect(data.entity.type).toBe(graphqlTypeOf(name));
    const typeName: string = data.entity.__typename;
    const type = SCHEMA.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
    const filled = await server.graphql(
      `query e($urn: String!) { entity(urn: $urn) { ... on ${typeName} ${selection(type)} } }`,
      { urn: sampleUrn(spec) },
    );
    expect(filled.errors).toBeUndefined();
    expect(filled.data.entity.exists).toBe(true);
    // Each entity type has only some fields of the shared type.
    const unfilled = holes(filled.data.entity).filter(
      (path) => !FILLED_ELSEWHERE.test(path) && !ALWAYS_NULL.has(`${typeName}.${path}`),
    );
    if (typeName !== 'OtherEntity') expect(unfilled).toEqual([]);
  });

  it('has its own GraphQL type, or OtherEntity', () => {
    expect(entityTypes(SCHEMA).length).toBeGreaterThan(45);
  });
});

describe('an entity by urn', () => {
  it('is returned in the requested order, for any type', async () => {
    const urns = ['urn:li:tag:sample', 'urn:li:corpuser:nobody', datasetUrn('db.sample')];
    const { data } = await server.graphql(
      'query e($urns: [String!]!) { entities(urns: $urns) { urn type ... on Tag { exists } ... on CorpUser { exists username } } }',
      { urns: [...urns, urns[0]] },
    );
    expect(data.entities).toEqual([
      { urn: 'urn:li:tag:sample', type: 'TAG', exists: true },
      { urn: 'urn:li:corpuser:nobody', type: 'CORP_USER', exists: false, username: 'nobody' },
      { urn: datasetUrn('db.sample'), type: 'DATASET' },
      { urn: 'urn:li:tag:sample', type: 'TAG', exists: true },
    ]);
  });

  it('that does not exist has only fields derived from its urn', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,never.was,QA)';
    const { data, errors } = await server.graphql(
      `query d($urn: String!) { dataset(urn: $urn) {
        urn type exists name origin platform { urn name } properties { name } tags { tags { tag { urn } } }
        structuredProperties { properties { associatedUrn } } schemaMetadata(version: 0) { name } ownership { owners { associatedUrn } }
      } }`,
      { urn },
    );
    expect(errors).toBeUndefined();
    expect(data.dataset).toEqual({
      urn,
      type: 'DATASET',
      exists: false,
      name: 'never.was',
      origin: 'QA',
      platform: { urn: 'urn:li:dataPlatform:hive', name: 'hive' },
      properties: null,
      tags: null,
      structuredProperties: null,
      schemaMetadata: null,
      ownership: null,
    });
  });

  it.each([
    ['nonsense', 'Invalid urn!: nonsense'],
    ['urn:li:dataset:x', 'urns parts and key fields do not have same length'],
    ['urn:li:dataset:(urn:li:dataPlatform:hive,x,NOWHERE)', 'NOWHERE'],
    ['urn:li:tag:x', 'it is of type tag'],
    ['urn:li:nothing:x', "there is no entity type 'nothing'"],
  ])('is refused as %s', async (urn, message) => {
    const { data, errors } = await server.graphql('query d($urn: String!) { dataset(urn: $urn) { urn } }', {
      urn,
    });
    expect(data).toEqual({ dataset: null });
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions).toMatchObject({ code: 400, type: 'BAD_REQUEST' });
  });

  it('shows the name of a user and the dataset of a column', async () => {
    const column = `urn:li:schemaField:(${datasetUrn('db.sample')},id)`;
    const { data } = await server.graphql(
      `query e($column: String!) {
        me { corpUser { urn username } }
        entity(urn: $column) { ... on SchemaFieldEntity { fieldPath parent { urn ... on Dataset { name } } } }
      }`,
      { column },
    );
    expect(data).toEqual({
      me: { corpUser: { urn: 'urn:li:corpuser:datahub', username: 'datahub' } },
      entity: { fieldPath: 'id', parent: { urn: datasetUrn('db.sample'), name: 'db.sample' } },
    });
  });
});

describe('hierarchies', () => {
  it('are listed nearest first, and end at a cycle', async () => {
    const client = clientOf(server);
    const node = (name: string, parent: string) =>
      client.post(`urn:li:glossaryNode:${name}`, 'glossaryNodeInfo', {
        name,
        definition: name,
        parentNode: `urn:li:glossaryNode:${parent}`,
      });
    await node('c', 'b');
    await node('b', 'a');
    await node('a', 'c');
    const { data } = await server.graphql(
      '{ glossaryNode(urn: "urn:li:glossaryNode:c") { parentNodes { count nodes { properties { name } } } } }',
    );
    expect(data.glossaryNode.parentNodes).toEqual({
      count: 2,
      nodes: [{ properties: { name: 'b' } }, { properties: { name: 'a' } }],
    });
  });
});

describe('relationships', () => {
  it('are listed in both directions, in pages', async () => {
    const query = `query r($urn: String!, $input: RelationshipsInput!) {
      entity(urn: $urn) { relationships(input: $input) { start count total relationships { type direction entity { urn type } } } }
    }`;
    const ask = async (urn: string, input: object): Promise<unknown> =>
      (await server.graphql(query, { urn, input })).data.entity.relationships;
    expect(await ask('urn:li:chart:(sample,sample)', { types: ['OwnedBy'], direction: 'OUTGOING' })).toEqual({
      start: 0,
      count: 2,
      total: 2,
      relationships: expect.arrayContaining([
        {
          type: 'OwnedBy',
          direction: 'OUTGOING',
          entity: { urn: 'urn:li:corpuser:datahub', type: 'CORP_USER' },
        },
        {
          type: 'OwnedBy',
          direction: 'OUTGOING',
          entity: { urn: 'urn:li:corpGroup:sample', type: 'CORP_GROUP' },
        },
      ]) as unknown,
    });
    const owned = await ask('urn:li:corpGroup:sample', {
      types: ['OwnedBy'],
      direction: 'INCOMING',
      start: 1,
      count: 2,
    });
    expect(owned).toMatchObject({ start: 1, count: 2, relationships: [{ direction: 'INCOMING' }, {}] });
    const property = await ask(propertyUrn('sample.property'), {
      types: ['StructuredPropertyOf'],
      direction: 'OUTGOING',
    });
    expect(property).toMatchObject({ total: [...typesWithProperties()].length });
    const refused = await server.graphql(query, {
      urn: 'urn:li:tag:sample',
      input: { types: [], direction: 'INCOMING', count: -1 },
    });
    expect(refused.errors[0]).toMatchObject({
      message: expect.stringContaining("'count' must not be negative") as string,
    });
  });
});

describe('the columns of a dataset', () => {
  it('are shown for the latest version and for older ones', async () => {
    const client = clientOf(server);
    const urn = datasetUrn('columns.orders');
    const schema = (column: string) => ({
      schemaName: 'orders',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.Schemaless': {} },
      fields: [
        {
          fieldPath: column,
          type: { type: { 'com.linkedin.schema.StringType': {} } },
          nativeDataType: 'text',
        },
      ],
    });
    await client.post(urn, 'schemaMetadata', schema('first'));
    await client.post(urn, 'schemaMetadata', schema('second'));
    const { data } = await server.graphql(
      `query d($urn: String!) { dataset(urn: $urn) {
        latest: schemaMetadata { fields { fieldPath type nativeDataType nullable schemaFieldEntity { urn } } }
        zero: schemaMetadata(version: 0) { fields { fieldPath } }
        one: schemaMetadata(version: 1) { fields { fieldPath } }
        none: schemaMetadata(version: 9) { fields { fieldPath } }
      } }`,
      { urn },
    );
    const second = { fieldPath: 'second', type: 'STRING', nativeDataType: 'text', nullable: false };
    expect(data.dataset).toEqual({
      latest: { fields: [{ ...second, schemaFieldEntity: { urn: `urn:li:schemaField:(${urn},second)` } }] },
      zero: { fields: [{ fieldPath: 'second' }] },
      one: { fields: [{ fieldPath: 'first' }] },
      none: null,
    });
  });
});
