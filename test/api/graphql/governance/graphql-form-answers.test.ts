import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const A = datasetUrn('asked.a');
const FORM = 'urn:li:form:quality';
const [LEVEL, UNIT] = [propertyUrn('asked.level'), propertyUrn('asked.unit')];

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  const client = clientOf(server);
  await client.dataset('asked.a');
  await client.define('asked.level', { entityTypes: ['dataset'] });
  await client.define('asked.unit', { entityTypes: ['schemaField'] });
});
afterAll(() => server.stop());

const level = {
  id: 'level',
  title: 'Level?',
  type: 'STRUCTURED_PROPERTY',
  structuredPropertyParams: { urn: LEVEL },
  required: true,
};
const unit = {
  id: 'unit',
  title: 'Unit?',
  type: 'FIELDS_STRUCTURED_PROPERTY',
  structuredPropertyParams: { urn: UNIT },
};
const shape =
  '{ urn info { name description type prompts { id title required type formUrn structuredPropertyParams { structuredProperty { urn } } } actors { owners users { username } groups { name } isAssignedToMe } } }';

describe('forms', () => {
  it('are made and changed', async () => {
    const made = await calls.mutate(
      'createForm',
      'CreateFormInput',
      {
        id: 'quality',
        name: 'Quality',
        type: 'VERIFICATION',
        prompts: [level],
        actors: { users: ['urn:li:corpuser:datahub'] },
      },
      shape,
    );
    expect(made).toEqual({
      urn: FORM,
      info: {
        name: 'Quality',
        description: null,
        type: 'VERIFICATION',
        prompts: [
          {
            id: 'level',
            title: 'Level?',
            required: true,
            type: 'STRUCTURED_PROPERTY',
            formUrn: FORM,
            structuredPropertyParams: { structuredProperty: { urn: LEVEL } },
          },
        ],
        actors: { owners: true, users: [{ username: 'datahub' }], groups: [], isAssignedToMe: true },
      },
    });
    const changed = await calls.mutate(
      'updateForm',
      'UpdateFormInput',
      {
        urn: FORM,
        description: 'd',
        promptsToAdd: [unit, { ...level, id: 'other' }],
        actors: {
          owners: false,
          groupsToAdd: ['urn:li:corpGroup:g'],
          usersToRemove: ['urn:li:corpuser:datahub'],
        },
      },
      shape,
    );
    expect(changed.info.prompts.map(({ id }: { id: string }) => id)).toEqual(['level', 'unit', 'other']);
    expect(changed.info).toMatchObject({
      name: 'Quality',
      description: 'd',
      actors: { owners: false, users: [], groups: [{ name: 'g' }], isAssignedToMe: false },
    });
    const less = await calls.mutate(
      'updateForm',
      'UpdateFormInput',
      { urn: FORM, promptsToRemove: ['other', 'never'] },
      shape,
    );
    expect(less.info.prompts).toHaveLength(2);
  });

  it('are replaced by those declared under the same id', async () => {
    const declare = (input: object) =>
      calls.mutate('createForm', 'CreateFormInput', { id: 'declared', ...input }, shape);
    await declare({ name: 'First', description: 'd', prompts: [level, unit] });
    const owners = [{ owner: 'urn:li:corpuser:ada', type: 'BUSINESS_OWNER' }];
    await clientOf(server).post('urn:li:form:declared', 'ownership', { owners });
    const { info } = await declare({ name: 'Second', type: 'VERIFICATION', prompts: [unit] });
    expect(info).toMatchObject({ name: 'Second', description: null, type: 'VERIFICATION' });
    expect(info.prompts.map(({ id }: { id: string }) => id)).toEqual(['unit']);
    expect(await calls.stored('urn:li:form:declared', 'ownership')).toMatchObject({ owners });
  });

  it.each([
    [
      'with a question without a property',
      'createForm',
      'CreateFormInput',
      { name: 'x', prompts: [{ title: 't', type: 'STRUCTURED_PROPERTY' }] },
      400,
    ],
    [
      'with a question on an entity that is not a property',
      'createForm',
      'CreateFormInput',
      { name: 'x', prompts: [{ ...level, structuredPropertyParams: { urn: A } }] },
      400,
    ],
    ['that do not exist', 'updateForm', 'UpdateFormInput', { urn: 'urn:li:form:never', name: 'x' }, 404],
    [
      'with two kinds of changes at once',
      'updateForm',
      'UpdateFormInput',
      { urn: FORM, prompts: [], promptsToAdd: [] },
      400,
    ],
  ])('%s are refused', async (_what, field, type, input, code) => {
    expect(await calls.refused(field, type, input, '{ urn }')).toMatchObject({ code });
  });

  const submit = (input: object) =>
    calls.call('mutation', 'submitFormPrompt', {
      urn: ['String!', A],
      input: ['SubmitFormPromptInput!', { formUrn: FORM, ...input }],
    });
  const answerLevel = {
    promptId: 'level',
    type: 'STRUCTURED_PROPERTY',
    structuredPropertyParams: { structuredPropertyUrn: LEVEL, values: [{ stringValue: 'gold' }] },
  };
  const verify = () =>
    calls.call('mutation', 'verifyForm', { input: ['VerifyFormInput!', { formUrn: FORM, entityUrn: A }] });
  const formsOf = async () =>
    (
      await server.graphql(
        'query f($urn: String!) { dataset(urn: $urn) { forms { incompleteForms { form { urn } incompletePrompts { id } completedPrompts { id fieldAssociations { completedFieldPrompts { fieldPath } } } } completedForms { form { urn } incompletePrompts { id } completedPrompts { id } } verifications { form { urn } lastModified { actor { urn } } } } structuredProperties { properties { structuredProperty { urn } values { ... on StringValue { stringValue } } } } } }',
        { urn: A },
      )
    ).data.dataset;

  it('are assigned, answered for the asset and its columns, verified and unassigned', async () => {
    expect((await submit(answerLevel)).errors[0].message).toContain('is not assigned to entity');
    await calls.mutate('batchAssignForm', 'BatchAssignFormInput', { formUrn: FORM, entityUrns: [A] });
    expect((await formsOf()).forms.incompleteForms).toEqual([
      { form: { urn: FORM }, incompletePrompts: [{ id: 'level' }, { id: 'unit' }], completedPrompts: [] },
    ]);
    expect((await verify()).errors[0].extensions.code).toBe(400);
    const answerUnit = {
      promptId: 'unit',
      type: 'FIELDS_STRUCTURED_PROPERTY',
      fieldPaths: ['id'],
      structuredPropertyParams: { structuredPropertyUrn: UNIT, values: [{ stringValue: 'm' }] },
    };
    expect(await submit(answerUnit)).toMatchObject({ data: { submitFormPrompt: true } });
    expect((await formsOf()).forms.incompleteForms[0].completedPrompts).toEqual([
      { id: 'unit', fieldAssociations: { completedFieldPrompts: [{ fieldPath: 'id' }] } },
    ]);
    expect(
      (await calls.stored(`urn:li:schemaField:(${A},id)`, 'structuredProperties')).properties,
    ).toMatchObject([{ propertyUrn: UNIT, values: [{ string: 'm' }] }]);
    expect((await submit(answerLevel)).data).toEqual({ submitFormPrompt: true });
    expect(await formsOf()).toMatchObject({
      forms: {
        incompleteForms: [],
        completedForms: [
          { form: { urn: FORM }, incompletePrompts: [], completedPrompts: [{ id: 'unit' }, { id: 'level' }] },
        ],
        verifications: [],
      },
      structuredProperties: {
        properties: [{ structuredProperty: { urn: LEVEL }, values: [{ stringValue: 'gold' }] }],
      },
    });
    expect((await verify()).data).toEqual({ verifyForm: true });
    expect((await formsOf()).forms.verifications).toEqual([
      { form: { urn: FORM }, lastModified: { actor: { urn: 'urn:li:corpuser:datahub' } } },
    ]);
    await calls.mutate('batchRemoveForm', 'BatchRemoveFormInput', { formUrn: FORM, entityUrns: [A] });
    expect((await formsOf()).forms).toEqual({ incompleteForms: [], completedForms: [], verifications: [] });
  });

  it('refuse answers to other questions', async () => {
    await calls.mutate('batchAssignForm', 'BatchAssignFormInput', { formUrn: FORM, entityUrns: [A] });
    const codeOf = async (input: object): Promise<unknown> =>
      (await submit({ ...answerLevel, ...input })).errors[0].extensions.code;
    expect(await codeOf({ promptId: 'never' })).toBe(404);
    expect(await codeOf({ type: 'FIELDS_STRUCTURED_PROPERTY' })).toBe(400);
    expect(await codeOf({ fieldPaths: ['id'] })).toBe(400);
    expect(await codeOf({ structuredPropertyParams: undefined })).toBe(400);
    expect(await codeOf({ structuredPropertyParams: { structuredPropertyUrn: UNIT, values: [] } })).toBe(400);
    expect(
      await codeOf({
        structuredPropertyParams: { structuredPropertyUrn: LEVEL, values: [{ numberValue: 1 }] },
      }),
    ).toBe(400);
    expect(await codeOf({ formUrn: 'urn:li:form:never' })).toBe(404);
  });

  it('are deleted', async () => {
    expect(await calls.mutate('deleteForm', 'DeleteFormInput', { urn: FORM })).toBe(true);
    expect(await calls.refused('deleteForm', 'DeleteFormInput', { urn: FORM })).toMatchObject({ code: 404 });
  });
});
