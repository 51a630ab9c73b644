import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { callsOf } from '../support/graphql-calls.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  for (const [urn, aspect, value] of STORED) {
    const { status, text } = await server.request('POST', aspectPath(urn, aspect), value);
    expect(status, text).toBe(200);
  }
});
afterAll(() => server.stop());

/** Writes an aspect by each protocol that accepts its stored form. */
const PROTOCOLS: Readonly<Record<string, (urn: string, aspect: string, value: object) => Promise<Answer>>> = {
  'OpenAPI v2': (urn, aspect, value) => server.request('POST', aspectPath(urn, aspect), value),
  'OpenAPI v3': (urn, aspect, value) => server.request('POST', aspectPath(urn, aspect, 'v3'), { value }),
  'OpenAPI v3, whole entity': (urn, aspect, value) =>
    server.request('POST', `/openapi/v3/entity/${urn.split(':')[2] ?? ''}?async=false`, [
      { urn, [aspect]: { value } },
    ]),
  'a patch': (urn, aspect, value) =>
    server.request('PATCH', aspectPath(urn, aspect, 'v3'), {
      patch: Object.entries(value).map(([name, member]) => ({
        op: 'add',
        path: `/${name}`,
        value: member as unknown,
      })),
      arrayPrimaryKeys: {},
    }),
  'Rest.li': (urn, aspectName, value) =>
    server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityUrn: urn,
        entityType: urn.split(':')[2],
        aspectName,
        changeType: 'UPSERT',
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
      async: 'false',
    }),
};

const D = datasetUrn('rules.d');
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const schema = (...paths: readonly string[]): object => ({
  schemaName: 's',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields: paths.map((fieldPath) => ({
    fieldPath,
    nativeDataType: 'text',
    type: { type: { 'com.linkedin.schema.StringType': {} } },
  })),
});
const editable = (...paths: readonly string[]): object => ({
  editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, description: 'd' })),
});
const prompt = (id: string, title: string) => ({
  id,
  title,
  type: 'STRUCTURED_PROPERTY',
  structuredPropertyParams: { urn: 'urn:li:structuredProperty:p' },
});
const form = (...ids: readonly string[]): object => ({
  name: 'f',
  prompts: ids.map((id, i) => prompt(id, String(i))),
});
const FORM = 'urn:li:form:rules';

const column = (dataset: string, path: string): string => `urn:li:schemaField:(${dataset},${path})`;
const parentOf = (destinationUrn: string): object => ({ parent: { destinationUrn } });
const policy = (field: string): object => ({
  displayName: 'p',
  description: '',
  type: 'METADATA',
  state: 'INACTIVE',
  privileges: ['EDIT_ENTITY'],
  actors: { users: [], resourceOwners: false, allUsers: false, allGroups: false },
  resources: { allResources: false, filter: { criteria: [{ field, values: ['x'], condition: 'EQUALS' }] } },
});

const property = (name: string, value: string): object =>
  definition(name, { allowedValues: [{ string: value }] });
const HALF = 'a\ud800';

/** Aspects that are stored before. */
const STORED: readonly (readonly [string, string, object])[] = [
  [propertyUrn('rules.text'), 'propertyDefinition', definition('rules.text')],
  ['urn:li:domain:below', 'domainProperties', { name: 'b', parentDomain: 'urn:li:domain:rules' }],
  [
    'urn:li:glossaryNode:below',
    'glossaryNodeInfo',
    { definition: '', parentNode: 'urn:li:glossaryNode:rules' },
  ],
  [datasetUrn('rules.logical'), 'schemaMetadata', schema('a')],
];

const REFUSED: readonly (readonly [string, string, string, object, string])[] = [
  ['columns named twice', D, 'schemaMetadata', schema('a', 'a'), 'has duplicated field paths'],
  ['a column without a name', D, 'schemaMetadata', schema('a', ''), 'has empty field path'],
  ['columns described twice', D, 'editableSchemaMetadata', editable('a', 'a'), 'duplicated field paths'],
  ['a description of no column', D, 'editableSchemaMetadata', editable(''), 'has empty field path'],
  ['prompts of one id', FORM, 'formInfo', form('p', 'p'), 'Prompt IDs must be unique'],
  [
    'a domain below its own descendant',
    'urn:li:domain:rules',
    'domainProperties',
    { name: 'r', parentDomain: 'urn:li:domain:below' },
    'Cannot move a domain into itself',
  ],
  [
    'a term group below its own descendant',
    'urn:li:glossaryNode:rules',
    'glossaryNodeInfo',
    { definition: '', parentNode: 'urn:li:glossaryNode:below' },
    'into itself',
  ],
  [
    'a document below itself',
    'urn:li:document:rules',
    'documentInfo',
    {
      status: { state: 'PUBLISHED' },
      contents: { text: '' },
      created: { ...STAMP },
      lastModified: { ...STAMP },
      parentDocument: { document: 'urn:li:document:rules' },
    },
    'Cannot move a document into itself',
  ],
  [
    'a term that is related to itself',
    'urn:li:glossaryTerm:rules',
    'glossaryRelatedTerms',
    { isRelatedTerms: ['urn:li:glossaryTerm:rules'] },
    'Tried to create related term with itself',
  ],
  [
    'a column as the logical parent of a dataset',
    datasetUrn('rules.physical'),
    'logicalParent',
    parentOf(column(D, 'a')),
    'cannot be part of this logical parent link',
  ],
  [
    'a logical parent that is not a column of its dataset',
    column(D, 'x'),
    'logicalParent',
    parentOf(column(datasetUrn('rules.logical'), 'b')),
    'Field path not found on',
  ],
  [
    'half of a surrogate pair as a value',
    D,
    'structuredProperties',
    { properties: [{ propertyUrn: propertyUrn('rules.text'), values: [{ string: HALF }] }] },
    'value: {string=a\ufffd} has half of a surrogate pair',
  ],
  [
    'half of a surrogate pair as an allowed value',
    propertyUrn('rules.half'),
    'propertyDefinition',
    property('rules.half', HALF),
    'allowedValues: value: {string=a\ufffd} has half of a surrogate pair',
  ],
  [
    'half of a surrogate pair in a name',
    propertyUrn('rules.half'),
    'propertyDefinition',
    property(HALF, 'a'),
    "qualifiedName 'a\ufffd' has half of a surrogate pair",
  ],
  [
    'a policy for a field that does not exist',
    'urn:li:dataHubPolicy:rules',
    'dataHubPolicyInfo',
    policy('DOMIAN'),
    "There is no criterion 'DOMIAN'",
  ],
];

describe.each(Object.entries(PROTOCOLS))('%s', (_name, write) => {
  it.each(REFUSED)('refuses %s', async (_what, urn, aspect, value, words) => {
    const { status, text } = await write(urn, aspect, value);
    expect([status, text]).toEqual([expect.toBeOneOf([400, 422]), expect.stringContaining(words)]);
    expect(await calls.stored(urn, aspect)).toBeUndefined();
  });
});

describe('GraphQL', () => {
  it('refuses prompts of one id', async () => {
    const { message } = await calls.refused(
      'createForm',
      'CreateFormInput',
      { id: 'rules', name: 'f', prompts: [prompt('p', 'One'), prompt('p', 'Two')] },
      '{ urn }',
    );
    expect(message).toMatch(/^Prompt IDs must be unique, there are duplicate prompt IDs given: \[p, p\]/);
  });

  it.each([{ fieldPath: '' }, { fieldPath: ' ' }, { fieldPaths: ['a', '\t'] }])(
    'refuses an assertion on the column of %j',
    async (column) => {
      const { message } = await calls.refused(
        'upsertCustomAssertion',
        'UpsertCustomAssertionInput',
        { entityUrn: D, type: 't', description: 'd', platform: { name: 'x' }, ...column },
        '{ urn }',
      );
      expect(message).toContain('fieldPath must not be blank');
    },
  );
});
