import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { callsOf } from '../support/graphql-calls.ts';
import { startServer } from '../support/start-server.ts';
import type { Answer, TestServer } from '../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

/** Writes an aspect by each protocol that takes one as it is stored. */
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
        ...{ op: 'add', path: `/${name}` },
        value: member as unknown,
      })),
      arrayPrimaryKeys: {},
    }),
  'Rest.li': (urn, aspectName, value) =>
    server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        ...{ entityUrn: urn, entityType: urn.split(':')[2], aspectName, changeType: 'UPSERT' },
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
      async: 'false',
    }),
};

const D = datasetUrn('rules.d');
const schema = (...paths: readonly string[]): object => ({
  ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields: paths.map((fieldPath) => ({
    ...{ fieldPath, nativeDataType: 'text' },
    type: { type: { 'com.linkedin.schema.StringType': {} } },
  })),
});
const editable = (...paths: readonly string[]): object => ({
  editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, description: 'd' })),
});
const prompt = (id: string, title: string) => ({
  ...{ id, title, type: 'STRUCTURED_PROPERTY' },
  structuredPropertyParams: { urn: 'urn:li:structuredProperty:p' },
});
const form = (...ids: readonly string[]): object => ({
  name: 'f',
  prompts: ids.map((id, i) => prompt(id, String(i))),
});
const FORM = 'urn:li:form:rules';

const REFUSED: readonly (readonly [string, string, string, object, string])[] = [
  ['columns named twice', D, 'schemaMetadata', schema('a', 'a'), 'has duplicated field paths'],
  ['a column without a name', D, 'schemaMetadata', schema('a', ''), 'has empty field path'],
  ['columns described twice', D, 'editableSchemaMetadata', editable('a', 'a'), 'duplicated field paths'],
  ['a description of no column', D, 'editableSchemaMetadata', editable(''), 'has empty field path'],
  ['prompts of one id', FORM, 'formInfo', form('p', 'p'), 'Prompt IDs must be unique'],
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
