import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../support/start-server.ts';

// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const FORM = 'urn:li:form:audit';
const dataset = (name: string, platform = 'mysql'): string =>
  `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const info = {
    name: 'Audit',
    type: 'COMPLETION',
    prompts: [{ id: 'p1', title: 'Who?', type: 'STRUCTURED_PROPERTY', required: true }],
    actors: { owners: true },
  };
  await write(FORM, 'formInfo', info);
  for (const name of ['a', 'b']) await write(dataset(name), 'datasetProperties', { name });
  await write(dataset('c', 'hive'), 'datasetProperties', { name: 'c' });
});
afterAll(() => server.stop());

async function write(urn: string, aspect: string, value: object): Promise<void> {
  const type = urn.split(':')[2] ?? '';
  const answer = await server.request('POST', `/openapi/v3/entity/${type}?async=false`, [
    { urn, [aspect]: { value } },
  ]);
  expect(answer.status, answer.text).toBe(200);
}

async function formsOf(urn: string): Promise<Json> {
  const answer = await server.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/forms`);
  return answer.json.value;
}

const assign = (formUrn: string, entityUrns: readonly string[]): Promise<Json> =>
  server.graphql('mutation($input: BatchAssignFormInput!) { batchAssignForm(input: $input) }', {
    input: { formUrn, entityUrns },
  });

describe('batchAssignForm', () => {
  it('assigns the form with its questions, but not again', async () => {
    const urns = [dataset('a'), dataset('b'), dataset('a')];
    expect((await assign(FORM, urns)).data).toEqual({ batchAssignForm: true });
    const forms = await formsOf(dataset('a'));
    expect(forms.incompleteForms).toEqual([
      {
        urn: FORM,
        incompletePrompts: [
          { id: 'p1', lastModified: expect.objectContaining({ time: expect.any(Number) }) },
        ],
        completedPrompts: [],
      },
    ]);
    await assign(FORM, [dataset('a')]);
    expect(await formsOf(dataset('a'))).toEqual(forms);
  });

  it('keeps answers', async () => {
    const answered = { incompleteForms: [], completedForms: [{ urn: FORM }], verifications: [] };
    await write(dataset('c', 'hive'), 'forms', answered);
    await assign(FORM, [dataset('c', 'hive')]);
    expect((await formsOf(dataset('c', 'hive'))).incompleteForms).toEqual([]);
  });

  it.each([
    ['urn:li:form:none', [dataset('a')], 'urn:li:form:none does not exist'],
    [FORM, [dataset('none')], 'does not exist'],
    [
      FORM,
      [dataset('a'), 'urn:li:tag:no1', 'urn:li:tag:no2'],
      'urn:li:tag:no1 does not exist. Check the urn. Nothing was changed. urn:li:tag:no2 does not exist',
    ],
    ['urn:li:tag:a', [], 'is of type tag'],
    [FORM, ['nonsense'], 'Invalid urn!'],
  ])('refuses %s of %j', async (form, urns, message) => {
    const answer = await assign(form, urns);
    expect(answer.errors[0].message).toContain(message);
  });
});

describe('createDynamicFormAssignment', () => {
  it('stores the filter, and assigns the form to all matches', async () => {
    const other = 'urn:li:form:dynamic';
    await write(other, 'formInfo', { name: 'Dynamic' });
    const answer = await server.graphql(
      'mutation($input: CreateDynamicFormAssignmentInput!) { createDynamicFormAssignment(input: $input) }',
      {
        input: {
          formUrn: other,
          orFilters: [
            {
              and: [
                { field: '_entityType', values: ['dataset'] },
                { field: 'platform.keyword', values: ['urn:li:dataPlatform:mysql'] },
              ],
            },
          ],
        },
      },
    );
    expect(answer.data).toEqual({ createDynamicFormAssignment: true });
    const asked = async (urn: string): Promise<readonly string[]> =>
      ((await formsOf(urn))?.incompleteForms ?? []).map(({ urn: form }: Json) => form);
    expect(await asked(dataset('b'))).toContain(other);
    expect(await asked(dataset('c', 'hive'))).not.toContain(other);
    const stored = await server.request('GET', `/openapi/v3/entity/form/${other}/dynamicFormAssignment`);
    expect(stored.json.value.filter.or[0].and[1]).toMatchObject({ values: ['urn:li:dataPlatform:mysql'] });
  });

  it('refuses a filter that searches refuse, and does not store it', async () => {
    const formUrn = 'urn:li:form:patterns';
    await write(formUrn, 'formInfo', { name: 'Patterns' });
    const and = Array.from({ length: 17 }, (_, i) => ({
      field: 'name',
      condition: 'CONTAIN',
      values: [`x${i}`],
    }));
    const { errors } = await server.graphql(
      'mutation($input: CreateDynamicFormAssignmentInput!) { createDynamicFormAssignment(input: $input) }',
      { input: { formUrn, orFilters: [{ and }] } },
    );
    expect(errors[0].message).toContain('The search has 17 patterns');
    const stored = await server.request('GET', `/openapi/v3/entity/form/${formUrn}/dynamicFormAssignment`);
    expect(stored.status).toBe(404);
  });
});

describe('ingestion sources', () => {
  const SOURCE = 'urn:li:dataHubIngestionSource:nightly';
  const update = (urn: string, config: object): Promise<Json> =>
    server.graphql(
      'mutation($urn: String!, $input: UpdateIngestionSourceInput!) { updateIngestionSource(urn: $urn, input: $input) }',
      { urn, input: { name: 'Nightly', type: 'mysql', config } },
    );

  it('are configured, and listed with their runs, latest first', async () => {
    const answer = await update(SOURCE, { recipe: '{}', executorId: 'default', version: null });
    expect(answer.data).toEqual({ updateIngestionSource: SOURCE });
    for (const [id, requestedAt] of [
      ['first', 1],
      ['second', 2],
    ] as const) {
      const source = { type: 'MANUAL', ingestionSource: SOURCE };
      const input = { task: 'RUN', args: {}, executorId: 'default', source, requestedAt };
      await write(`urn:li:dataHubExecutionRequest:${id}`, 'dataHubExecutionRequestInput', input);
    }
    const listed = await server.graphql(
      `{ listIngestionSources(input: { query: "Nightly" }) { start count total ingestionSources {
           urn name executions(start: 0, count: 1) { total executionRequests { id } } } } }`,
    );
    expect(listed.data.listIngestionSources).toEqual({
      start: 0,
      count: 1,
      total: 1,
      ingestionSources: [
        {
          urn: SOURCE,
          name: 'Nightly',
          executions: { total: 2, executionRequests: [{ id: 'second' }] },
        },
      ],
    });
  });

  it('are refused with the urn of another type', async () => {
    const answer = await update('urn:li:tag:x', { recipe: '{}', executorId: 'default' });
    expect(answer.errors[0].message).toContain('urn:li:tag:x');
  });
});
