import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const [MINE, SECRET] = [datasetUrn('mine'), propertyUrn('secret')];

let count = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** May view and edit MINE, without the property SECRET. */
let steward: TestServer;
/** A new dataset with the descriptions 1, 2 and 3. */
let urn: string;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
  await catalog.define('secret');
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  await writePolicy(root, 'steward', {
    privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'EDIT_ENTITY_PROPERTIES'],
    actors: { users: [userUrn('steward')] },
    resources: {
      filter: matching('URN', [MINE]),
      privilegeConstraints: matching('URN', [SECRET], 'NOT_EQUALS'),
    },
  });
  await describeAs(MINE, '1');
  await describeAs(MINE, '2');
});
afterAll(() => root.stop());
beforeEach(async () => {
  urn = datasetUrn(`d${count++}`);
  for (const text of ['1', '2', '3']) await describeAs(urn, text);
});

function describeAs(dataset: string, description: string): Promise<unknown> {
  return writeAspect(root, dataset, 'editableDatasetProperties', { description });
}

const asked = (version: number, more: object = {}) => ({
  aspectName: 'editableDatasetProperties',
  version,
  ...more,
});

function restore(body: unknown, server = root): Promise<Answer> {
  return server.request('POST', '/api/colophon/v1/restore', body);
}

async function descriptionOf(dataset: string): Promise<unknown> {
  const { json } = await root.request('GET', aspectPath(dataset, 'editableDatasetProperties', 'v3'));
  return json.value.description;
}

describe('restoring versions of aspects', () => {
  it('checks first, writes the earlier value as a new version, and can be undone by it', async () => {
    const expected = {
      urn,
      aspects: [{ aspectName: 'editableDatasetProperties', version: 1, replaced: 3, latest: 4 }],
    };
    const trial = await restore({ urn, versions: [asked(1)], dryRun: true });
    expect(trial.status, trial.text).toBe(200);
    expect(trial.json).toEqual(expected);
    expect(await descriptionOf(urn)).toBe('3');
    const { json } = await restore({ urn, versions: [asked(1, { ifVersion: 3 })] });
    expect(json).toEqual(expected);
    expect(await descriptionOf(urn)).toBe('1');
    await restore({ urn, versions: [asked(3, { ifVersion: 4 })] });
    expect(await descriptionOf(urn)).toBe('3');
    const again = await restore({ urn, versions: [asked(5)] });
    expect(again.json.aspects[0]).toMatchObject({ replaced: 5, latest: 5 });
  });

  it('restores several aspects in one commit, all or none', async () => {
    await catalog.assign(urn, { team: [{ string: 'red' }] });
    await catalog.assign(urn, { team: [{ string: 'blue' }] });
    const values = { aspectName: 'structuredProperties', version: 1 };
    const refused = await restore({ urn, versions: [asked(1), { ...values, version: 7 }] });
    expect(refused.status).toBe(404);
    expect(refused.json.problems).toMatchObject([{ code: 'NOT_FOUND', field: 'versions[1]' }]);
    expect(await descriptionOf(urn)).toBe('3');
    expect((await restore({ urn, versions: [asked(1), values] })).status).toBe(200);
    const { json } = await root.request('GET', aspectPath(urn, 'structuredProperties', 'v3'));
    expect(json.value.properties[0].values).toEqual([{ string: 'red' }]);
  });

  it('reports a change meanwhile, and a value that is no longer valid', async () => {
    const changed = await restore({ urn, versions: [asked(1, { ifVersion: 2 })] });
    expect(changed.status).toBe(412);
    expect(changed.json.problems).toMatchObject([{ code: 'PRECONDITION', field: 'versions[0]' }]);
    await catalog.define('size');
    await catalog.assign(urn, { size: [{ string: 'S' }] });
    await catalog.assign(urn, { size: [{ string: 'M' }] });
    await catalog.define('size', { immutable: true });
    const values = { aspectName: 'structuredProperties', version: 1 };
    const invalid = await restore({ urn, versions: [values] });
    expect(invalid.status).toBe(400);
  });

  it('refuses what has no versions or belongs to other operations', async () => {
    const bad: readonly [unknown, number, string?][] = [
      [{ urn, versions: [] }, 400, 'versions'],
      [{ urn, versions: [asked(0)] }, 400, 'versions[0].version'],
      [{ urn, versions: [asked(1.5)] }, 400, 'versions[0].version'],
      [{ urn, versions: [asked(1), asked(2)] }, 400, 'versions[1].aspectName'],
      [{ urn, versions: [{ aspectName: 'none', version: 1 }] }, 400, 'versions[0].aspectName'],
      [{ urn, versions: [{ aspectName: 'datasetKey', version: 1 }] }, 400, 'versions[0].aspectName'],
      [{ urn, versions: [{ aspectName: 'datasetProfile', version: 1 }] }, 400, 'versions[0].aspectName'],
      [{ urn, versions: [{ aspectName: 'ownership', version: 1 }] }, 404],
      [{ urn, versions: [asked(4)] }, 404],
      [{ urn: datasetUrn('none'), versions: [asked(1)] }, 404],
      [{ urn: 'x', versions: [asked(1)] }, 400],
      [{ urn, versions: Array.from({ length: 10_001 }, () => asked(1)) }, 400],
      [
        { urn: propertyUrn('team'), versions: [{ aspectName: 'propertyDefinition', version: 1 }] },
        400,
        'versions[0].aspectName',
      ],
      [{ urn: userUrn('steward'), versions: [{ aspectName: 'corpUserCredentials', version: 1 }] }, 403],
    ];
    for (const [body, expected, field] of bad) {
      const { json, status, text } = await restore(body);
      expect(status, text).toBe(expected);
      if (field !== undefined) expect(json.problems?.[0]?.field, text).toBe(field);
    }
    expect(await descriptionOf(urn)).toBe('3');
    const incident = await root.request('POST', '/api/graphql', {
      query: `mutation { raiseIncident(input: { type: OPERATIONAL, title: "x", resourceUrn: "${urn}" }) }`,
    });
    expect(incident.json.errors).toBeUndefined();
    const derived = await restore({ urn, versions: [{ aspectName: 'incidentsSummary', version: 1 }] });
    expect(derived.status, derived.text).toBe(400);
  });

  it('requires the rights of an edit, in each protocol', async () => {
    expect((await restore({ urn: MINE, versions: [asked(1)] }, steward)).status).toBe(200);
    expect(await descriptionOf(MINE)).toBe('1');
    // Hidden entities look like missing ones.
    const hidden = await restore({ urn, versions: [asked(1)] }, steward);
    const missing = await restore({ urn: datasetUrn('none'), versions: [asked(1)] }, steward);
    expect(hidden.text.replaceAll(urn, '')).toBe(missing.text.replaceAll(datasetUrn('none'), ''));
    // Values are those of properties that the steward may not see, too.
    await catalog.assign(MINE, { team: [{ string: 'red' }], secret: [{ string: 'x' }] });
    await catalog.assign(MINE, { team: [{ string: 'blue' }], secret: [{ string: 'y' }] });
    const values = { urn: MINE, versions: [{ aspectName: 'structuredProperties', version: 1 }] };
    expect((await restore(values, steward)).status).toBe(403);
    const reader = await addActor(root, 'reader');
    await writePolicy(root, 'reader', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
      resources: { filter: matching('URN', [MINE]) },
    });
    expect((await restore({ urn: MINE, versions: [asked(1)], dryRun: true }, reader)).status).toBe(403);
    const query =
      'mutation restore($input: RestoreVersionsInput!) { restoreVersions(input: $input) { urn aspects { aspectName version replaced latest } } }';
    const variables = { input: { urn: MINE, versions: [asked(2)] } };
    const denied = await reader.request('POST', '/api/graphql', { query, variables });
    expect(denied.json.errors[0].extensions.code).toBe(403);
    const { json } = await root.request('POST', '/api/graphql', { query, variables });
    expect(json.data.restoreVersions.aspects[0]).toMatchObject({ version: 2, replaced: 3, latest: 4 });
  });
});
