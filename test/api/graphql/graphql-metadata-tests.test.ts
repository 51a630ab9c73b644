import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, writeAspect, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let ada: TestServer;
let keeper: TestServer;
let viewer: TestServer;
beforeAll(async () => {
  server = await startServer();
  ada = await addActor(server, 'ada');
  keeper = await addActor(server, 'keeper');
  viewer = await addActor(server, 'viewer', { roles: ['Reader'] });
  const grant = (name: string, privilege: string) =>
    writePolicy(server, name, {
      type: 'PLATFORM',
      privileges: [privilege],
      actors: { users: [`urn:li:corpuser:${name}`] },
    });
  await grant('keeper', 'MANAGE_TESTS');
  await grant('viewer', 'VIEW_TESTS');
});
afterAll(() => server.stop());

const DEFINITION = '{"on":{"types":["dataset"]},"rules":{"or":[{"query":"a","operation":"exists"}]}} ';
const described = { name: 'Described', category: 'docs', description: 'Has a description' };
const input = { ...described, definition: { json: DEFINITION } };
const SELECTION =
  '{ urn exists name category description definition { json } results { passingCount failingCount } }';

const create = (as: TestServer, more: object) =>
  callsOf(as).mutate('createTest', 'CreateTestInput', { ...input, ...more });
const read = async (urn: string) =>
  (await callsOf(server).call('query', 'test', { urn: ['String!', urn] }, SELECTION)).data.test;
const change = (as: TestServer, urn: string, more: object = {}) =>
  callsOf(as).call('mutation', 'updateTest', {
    urn: ['String!', urn],
    input: ['UpdateTestInput!', { ...input, ...more }],
  });
const remove = (as: TestServer, urn: string) =>
  callsOf(as).call('mutation', 'deleteTest', { urn: ['String!', urn] });
const list = (as: TestServer, page: object) =>
  callsOf(as).call(
    'query',
    'listTests',
    { input: ['ListTestsInput!', page] },
    '{ start count total tests { urn } }',
  );

describe('metadata tests', () => {
  it('are created, replaced by their id, changed, listed and deleted', async () => {
    const urn = await create(keeper, { id: 'described' });
    expect(urn).toBe('urn:li:test:described');
    const results = { passingCount: 0, failingCount: 0 };
    expect(await read(urn)).toEqual({
      urn,
      exists: true,
      ...described,
      definition: input.definition,
      results,
    });
    await create(keeper, { id: 'described', description: null });
    expect(await read(urn)).toMatchObject({ name: 'Described', description: null });
    expect((await change(keeper, urn, { name: 'Renamed' })).data.updateTest).toBe(urn);
    expect(await read(urn)).toMatchObject({ name: 'Renamed', description: 'Has a description' });

    const other = await create(keeper, { name: 'Owned' });
    expect(other).toMatch(/^urn:li:test:./);
    expect((await list(keeper, {})).data.listTests).toMatchObject({ start: 0, count: 2, total: 2 });
    expect((await list(viewer, { query: 'renamed', count: 5 })).data.listTests.tests).toEqual([{ urn }]);

    expect((await remove(keeper, urn)).data.deleteTest).toBe(true);
    expect(await read(urn)).toMatchObject({ exists: false, name: 'described', definition: { json: null } });
    expect((await remove(keeper, urn)).errors[0].extensions.code).toBe(404);
    expect((await change(keeper, urn)).errors[0].extensions.code).toBe(404);
  });

  it('show the stored results, which only a write changes', async () => {
    const [passed, failed] = [await create(keeper, { id: 'passed' }), await create(keeper, { id: 'failed' })];
    const dataset = 'urn:li:dataset:(urn:li:dataPlatform:kafka,tested,PROD)';
    await writeAspect(server, dataset, 'testResults', {
      passing: [{ test: passed, type: 'SUCCESS' }],
      failing: [{ test: failed, type: 'FAILURE' }],
    });
    expect((await read(passed)).results).toEqual({ passingCount: 1, failingCount: 0 });
    expect((await read(failed)).results).toEqual({ passingCount: 0, failingCount: 1 });
    const { data } = await server.graphql(
      `{ dataset(urn: "${dataset}") { testResults { passing { type test { urn name } } failing { type test { urn } } } } }`,
    );
    expect(data.dataset.testResults).toEqual({
      passing: [{ type: 'SUCCESS', test: { urn: passed, name: 'Described' } }],
      failing: [{ type: 'FAILURE', test: { urn: failed } }],
    });
    const { errors } = await callsOf(keeper).call('mutation', 'runTests', { urn: ['String!', dataset] });
    expect(errors[0].message).toContain('FieldUndefined@[runTests]');
  });

  it('need MANAGE_TESTS, and VIEW_TESTS suffices to list them', async () => {
    const urn = await create(keeper, { id: 'guarded' });
    for (const nobody of [ada, viewer]) {
      const refused = [
        await callsOf(nobody).call('mutation', 'createTest', { input: ['CreateTestInput!', input] }),
        await change(nobody, urn, { name: 'Taken' }),
        await remove(nobody, urn),
      ];
      for (const { errors } of refused) expect(errors[0].extensions.code).toBe(403);
    }
    expect((await list(ada, {})).errors[0].extensions.code).toBe(403);
    expect(await read(urn)).toMatchObject({ exists: true, name: 'Described' });
  });

  it('refuse malformed definitions with the problems', async () => {
    const validate = async (json: string | null) =>
      (
        await callsOf(ada).call(
          'query',
          'validateTest',
          { input: ['TestDefinitionInput!', { json }] },
          '{ isValid messages problems { kind data { name values } } }',
        )
      ).data.validateTest;
    expect(await validate(DEFINITION)).toEqual({ isValid: true, messages: [], problems: [] });
    expect(await validate('{}')).toEqual({ isValid: true, messages: [], problems: [] });
    const wrong =
      '{"on":{"types":"dataset"},"rules":"x","actions":{"passing":[{}],"failing":[{"type":"ADD_TAGS"}]}}';
    expect(await validate(wrong)).toEqual({
      isValid: false,
      messages: [
        '"on.types" must be a list of entity types.',
        '"rules" must be an object or a list of objects.',
        '"actions.passing" must be a list of objects with a "type".',
      ],
      problems: [
        ['on.types', 'array'],
        ['rules', 'objects'],
        ['actions.passing', 'objects'],
      ].map(([name, type]) => ({
        kind: 'INPUT_TYPE',
        data: [
          { name: 'name', values: [name] },
          { name: 'type', values: [type] },
        ],
      })),
    });
    for (const json of [null, ' ', '{', '[]', '{"on":[]}']) {
      expect(await validate(json)).toEqual({
        isValid: false,
        messages: [expect.stringMatching(/\.$/)],
        problems: [expect.objectContaining({ kind: expect.stringMatching(/^(?:INPUT|JSON)_/) })],
      });
      const { code, message } = await callsOf(keeper).refused('createTest', 'CreateTestInput', {
        ...input,
        id: 'malformed',
        definition: { json },
      });
      expect([code, message]).toEqual([
        400,
        expect.stringContaining('Failed to validate test definition: \n'),
      ]);
    }
    expect(await read('urn:li:test:malformed')).toMatchObject({ exists: false });
    const urn = await create(keeper, { id: 'well-formed' });
    const { errors } = await change(keeper, urn, { definition: { json: '[]' } });
    expect(errors[0].extensions.code).toBe(400);
    expect(errors[0].extensions.problems).toMatchObject([
      { kind: 'INPUT_TYPE', data: { name: 'definition', type: 'object' }, field: 'definition.json' },
    ]);
    expect(await read(urn)).toMatchObject({ definition: { json: DEFINITION } });
  });
});
