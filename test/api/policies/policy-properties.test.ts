import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

let root: TestServer;
/** Reads every entity and every property but `salary`, and edits entities. */
let blind: TestServer;
/** Reads every property, and assigns `team` only. */
let steward: TestServer;

const A = datasetUrn('a');
const SALARY = propertyUrn('salary');

beforeAll(async () => {
  root = await startServer();
  const catalog = clientOf(root);
  for (const name of ['team', 'salary', 'both']) await catalog.define(name);
  await root.graphql(
    'mutation m($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }',
    { input: { urn: SALARY, settings: { showInSearchFilters: true } } },
  );
  for (const name of ['a', 'b']) await catalog.dataset(name);
  await catalog.assign(A, { team: [{ string: 'red' }], salary: [{ string: 'high' }] });
  await catalog.assign(datasetUrn('b'), { salary: [{ string: 'low' }] });
  await hideEverything(root);
  blind = await addActor(root, 'blind');
  steward = await addActor(root, 'steward');
  await writePolicy(root, 'most properties', {
    privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'CREATE_ENTITY', 'DELETE_ENTITY'],
    actors: { users: [userUrn('blind')] },
    resources: { allResources: true, privilegeConstraints: matching('URN', [SALARY], 'NOT_EQUALS') },
  });
  await writePolicy(root, 'read', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('steward')] },
  });
  await writePolicy(root, 'assign team', {
    privileges: ['EDIT_ENTITY_PROPERTIES'],
    actors: { users: [userUrn('steward')] },
    resources: {
      allResources: true,
      privilegeConstraints: matching('STRUCTURED_PROPERTY', [propertyUrn('team')]),
    },
  });
});

afterAll(() => root.stop());

describe('a property that an actor may not read', () => {
  it('has no values on entities', async () => {
    expect(await clientOf(blind).values(A)).toEqual({ team: [{ string: 'red' }] });
    expect((await blind.request('GET', aspectPath(A, 'structuredProperties'))).text).not.toContain('salary');
    const { data } = await blind.graphql(
      'query q($urn: String!) { dataset(urn: $urn) { structuredProperties { properties { structuredProperty { urn } values { ... on StringValue { stringValue } } } } } }',
      { urn: A },
    );
    expect(data.dataset.structuredProperties.properties).toEqual([
      { structuredProperty: { urn: propertyUrn('team') }, values: [{ stringValue: 'red' }] },
    ]);
  });

  it('cannot be filtered, counted or sorted by, and a filter on it reveals nothing', async () => {
    const catalog = clientOf(blind);
    for (const spelling of ['salary', 'salary.keyword']) {
      const field = `structuredProperties.${spelling}`;
      expect(await catalog.find(field)).toEqual([]);
      expect(await catalog.find(field, 'EQUAL', ['high'])).toEqual([]);
      expect(await catalog.facet(field)).toEqual({});
    }
    expect(await catalog.find('structuredProperties.nonexistent')).toEqual([]);
    const ordered = async (sortOrder: string): Promise<string[]> => {
      const input = {
        query: '*',
        types: ['DATASET'],
        sortInput: { sortCriterion: { field: 'structuredProperties.salary', sortOrder } },
      };
      const { data } = await blind.graphql(
        'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }',
        { input },
      );
      return data.searchAcrossEntities.searchResults.map(
        ({ entity }: { entity: { urn: string } }) => entity.urn,
      );
    };
    expect(await ordered('ASCENDING')).toEqual(await ordered('DESCENDING'));
  });

  it('is in no facet of a search', async () => {
    const facets = async (as: TestServer): Promise<string[]> => {
      const { data } = await as.graphql(
        '{ searchAcrossEntities(input: {query: "*", types: [DATASET], searchFlags: {includeStructuredPropertyFacets: true}}) { facets { field } } }',
      );
      return data.searchAcrossEntities.facets.map(({ field }: { field: string }) => field);
    };
    expect(await facets(root)).toContain('structuredProperties.salary');
    expect(await facets(blind)).not.toContain('structuredProperties.salary');
  });

  it('has no definition, by urn or by search', async () => {
    expect((await blind.request('GET', aspectPath(SALARY, 'propertyDefinition', 'v3'))).status).toBe(404);
    const { data } = await blind.graphql(
      '{ searchAcrossEntities(input: {query: "*", types: [STRUCTURED_PROPERTY]}) { searchResults { entity { urn } } } }',
    );
    const urns = data.searchAcrossEntities.searchResults.map(
      ({ entity }: { entity: { urn: string } }) => entity.urn,
    );
    expect(urns.sort()).toEqual([propertyUrn('both'), propertyUrn('team')]);
  });

  it('is in no older version and no response to a write', async () => {
    const catalog = clientOf(blind);
    const { json } = await catalog.assign(A, { team: [{ string: 'blue' }] });
    expect(JSON.stringify(json)).not.toContain('salary');
    const older = await blind.request('GET', `${aspectPath(A, 'structuredProperties', 'v3')}?version=1`);
    expect(older.status).toBe(200);
    expect(older.text).not.toContain('salary');
    expect(older.text).toContain('red');
  });

  it('keeps its values on every write of the actor', async () => {
    const catalog = clientOf(blind);
    const value = (urn: string) => clientOf(root).values(urn);
    await catalog.assign(A, { both: [{ string: 'x' }] });
    expect(await value(A)).toEqual({ both: [{ string: 'x' }], salary: [{ string: 'high' }] });
    await blind.request('DELETE', aspectPath(A, 'structuredProperties', 'v3'));
    expect(await value(A)).toEqual({ salary: [{ string: 'high' }] });
    await catalog.assign(A, { team: [{ string: 'red' }] });
    expect(await value(A)).toEqual({ team: [{ string: 'red' }], salary: [{ string: 'high' }] });
  });

  it('cannot be assigned, with the message for a missing one', async () => {
    const refusal = async (name: string): Promise<unknown> => {
      const { status, json } = await clientOf(blind).assign(A, { [name]: [{ double: 1 }] });
      return [status, json.message.replaceAll(name, 'it')];
    };
    expect(await refusal('salary')).toEqual(await refusal('nonexistent'));
    const patch = {
      patch: [{ op: 'remove', path: `/properties/${SALARY}` }],
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
    };
    const path = aspectPath(A, 'structuredProperties');
    const type = { 'content-type': 'application/json-patch+json' };
    expect((await blind.request('PATCH', path, patch, type)).status).toBeLessThan(500);
    expect(await clientOf(root).values(A)).toMatchObject({ salary: [{ string: 'high' }] });
  });

  it('can be neither defined, planned, changed nor deleted, regardless of privileges', async () => {
    const definer = await addActor(root, 'definer');
    await writePolicy(root, 'define', {
      type: 'PLATFORM',
      privileges: ['MANAGE_STRUCTURED_PROPERTIES', 'MANAGE_SYSTEM_OPERATIONS'],
      actors: { users: [userUrn('definer')] },
    });
    await writePolicy(root, 'definer reads', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('definer')] },
      resources: {
        allResources: true,
        privilegeConstraints: matching('URN', [SALARY, propertyUrn('never')], 'NOT_EQUALS'),
      },
    });
    expect(
      (await clientOf(definer).post(propertyUrn('free'), 'propertyDefinition', definition('free'))).status,
    ).toBe(200);
    const refusals = await Promise.all(
      ['salary', 'never'].map(async (name) => {
        const urn = propertyUrn(name);
        const propertyDefinition = definition(name);
        const answers = [
          await clientOf(definer).post(urn, 'propertyDefinition', propertyDefinition),
          await clientOf(definer).post(urn, 'status', { removed: true }),
          await definer.request('POST', '/api/colophon/v1/plans', {
            definitions: [{ urn, propertyDefinition }],
          }),
          await definer.request('POST', '/api/colophon/v1/plans', { deletions: [{ urn, hard: true }] }),
          await definer.request('POST', '/api/colophon/v1/plans/apply', { deletions: [{ urn, hard: true }] }),
          await definer.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`),
        ];
        return answers.map(({ status, json }) => [status, json.message.replaceAll(name, 'it')]);
      }),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]?.map((refusal) => refusal[0])).toEqual([403, 403, 403, 403, 403, 403]);
    const mappings = await definer.request('GET', '/api/colophon/v1/system-update/mappings');
    expect(mappings.status).toBe(200);
    expect(mappings.text).toContain('team');
    expect(mappings.text).not.toContain('salary');
    expect(await clientOf(root).values(A)).toMatchObject({ salary: [{ string: 'high' }] });
  });

  it('has no removal of values among the jobs', async () => {
    const jobs = async (as: TestServer) => (await as.request('GET', '/api/colophon/v1/jobs')).text;
    await clientOf(root).define('salary', { type: 'number', version: '20240101000000' });
    expect(await jobs(root)).toContain(SALARY);
    expect(await jobs(blind)).not.toContain('salary');
    await clientOf(root).define('salary', { version: '20240101000001' });
    await clientOf(root).assign(A, { team: [{ string: 'red' }], salary: [{ string: 'high' }] });
    await clientOf(root).assign(datasetUrn('b'), { salary: [{ string: 'low' }] });
  });
});

describe('a property that an actor may read and not assign', () => {
  const assign = (values: Parameters<ReturnType<typeof clientOf>['assign']>[1]) =>
    clientOf(steward).assign(A, values);
  const kept = { salary: [{ string: 'high' }] };

  it('is assigned only with its old values', async () => {
    expect((await assign({ ...kept, team: [{ string: 'green' }] })).status).toBe(200);
    for (const values of [{ team: [{ string: 'x' }] }, { salary: [{ string: 'none' }] }]) {
      const { status, json } = await assign(values);
      expect([status, json.message]).toEqual([
        403,
        expect.stringContaining(
          `Unauthorized to modify one or more structured property Urns: [${SALARY}`,
        ) as string,
      ]);
    }
    expect(await clientOf(root).values(A)).toEqual({ ...kept, team: [{ string: 'green' }] });
  });

  it('is not removed by GraphQL, which removes the others', async () => {
    const remove = (name: string) =>
      steward.graphql(
        'mutation m($input: RemoveStructuredPropertiesInput!) { removeStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
        { input: { assetUrn: A, structuredPropertyUrns: [propertyUrn(name)] } },
      );
    expect((await remove('salary')).errors[0].extensions.code).toBe(403);
    expect((await remove('team')).data.removeStructuredProperties.properties).toHaveLength(1);
  });
});

describe('a property that is shown only on some entities', () => {
  it('is read, found and counted on these', async () => {
    const partial = await addActor(root, 'partial');
    await writeAspect(root, A, 'globalTags', { tags: [{ tag: 'urn:li:tag:open' }] });
    await writePolicy(root, 'all without salary', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('partial')] },
      resources: { allResources: true, privilegeConstraints: matching('URN', [SALARY], 'NOT_EQUALS') },
    });
    await writePolicy(root, 'open with salary', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('partial')] },
      resources: { filter: matching('TAG', ['urn:li:tag:open']) },
    });
    const catalog = clientOf(partial);
    expect(await catalog.values(A)).toMatchObject({ salary: [{ string: 'high' }] });
    expect(await catalog.values(datasetUrn('b'))).toEqual({});
    expect(await catalog.find('structuredProperties.salary')).toEqual([A]);
    expect(await catalog.find('structuredProperties.salary', 'EQUAL', ['low'])).toEqual([]);
    expect(await catalog.facet('structuredProperties.salary')).toEqual({ high: 1 });
  });
});

describe('a restricted token', () => {
  const write = (as: TestServer, urn: string, aspect: string, value: unknown) =>
    clientOf(as).post(urn, aspect, value);

  it('that is read-only writes nothing, even for the root actor', async () => {
    const reading = await withToken(root, 'urn:li:corpuser:datahub', { readOnly: true });
    expect((await reading.request('GET', aspectPath(A, 'datasetProperties', 'v3'))).status).toBe(200);
    const { status, json } = await write(reading, A, 'datasetProperties', { name: 'x' });
    expect([status, json.message]).toEqual([403, expect.stringContaining('unauthorized') as string]);
    expect((await write(reading, propertyUrn('n'), 'propertyDefinition', definition('n'))).status).toBe(403);
    const urn = encodeURIComponent(A);
    expect((await reading.request('DELETE', `/openapi/v3/entity/dataset/${urn}`)).status).toBe(403);
  });

  it('sees and writes only its entity types', async () => {
    const charts = await withToken(root, 'urn:li:corpuser:datahub', { entityTypes: ['chart'] });
    const chart = 'urn:li:chart:(looker,c)';
    expect((await write(charts, chart, 'status', { removed: false })).status).toBe(200);
    expect((await write(charts, A, 'status', { removed: false })).status).toBe(403);
    expect((await charts.request('GET', aspectPath(A, 'datasetProperties', 'v3'))).status).toBe(404);
    expect(await clientOf(charts).find('urn', 'EXISTS', undefined, ['DATASET', 'CHART'])).toEqual([chart]);
    expect((await write(charts, propertyUrn('n'), 'propertyDefinition', definition('n'))).status).toBe(403);
  });

  it('sees and assigns only its properties', async () => {
    const team = await withToken(root, 'urn:li:corpuser:datahub', { properties: [propertyUrn('team')] });
    await clientOf(root).assign(A, { team: [{ string: 'red' }], salary: [{ string: 'high' }] });
    expect(await clientOf(team).values(A)).toEqual({ team: [{ string: 'red' }] });
    expect((await clientOf(team).assign(A, { team: [{ string: 'blue' }] })).status).toBe(200);
    expect((await clientOf(team).assign(A, { both: [{ string: 'blue' }] })).status).toBe(400);
    expect(await clientOf(root).values(A)).toEqual({
      team: [{ string: 'blue' }],
      salary: [{ string: 'high' }],
    });
    expect((await write(team, propertyUrn('team'), 'status', { removed: true })).status).toBe(403);
  });
});

describe('the example of the documentation', () => {
  it('hides salaries from everybody, also from users who make themselves owners', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
    const example = /```graphql\n(mutation EverythingButSalaries[^`]*)```/.exec(page)?.[1] ?? '';
    const server = await startServer();
    const catalog = clientOf(server);
    for (const name of ['team', 'salary']) await catalog.define(name);
    await catalog.dataset('a');
    await catalog.assign(A, { team: [{ string: 'red' }], salary: [{ string: 'high' }] });
    const anybody = await addActor(server, 'anybody');
    const actors = { users: [userUrn('anybody')] };
    await writePolicy(server, 'owners', { privileges: ['EDIT_ENTITY_OWNERS'], actors });
    expect(await clientOf(anybody).values(A)).toHaveProperty('salary');
    expect((await server.graphql(example)).errors).toBeUndefined();
    expect(await clientOf(anybody).values(A)).toEqual({ team: [{ string: 'red' }] });
    const owners = [{ owner: userUrn('anybody'), type: 'TECHNICAL_OWNER' }];
    expect((await anybody.request('POST', aspectPath(A, 'ownership'), { owners })).status).toBe(200);
    expect((await anybody.request('POST', aspectPath(A, 'datasetProperties'), { name: 'b' })).status).toBe(
      200,
    );
    expect(await clientOf(anybody).values(A)).toEqual({ team: [{ string: 'red' }] });
    await server.stop();
  });
});
