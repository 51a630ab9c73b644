import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit, ended } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const RED = { team: [{ string: 'red' }] };
const OWNER = { owner: userUrn('ada'), type: 'TECHNICAL_OWNER' };
const [MINE, OTHER] = [datasetUrn('mine'), datasetUrn('other')];

let count = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** May edit, delete and view MINE, and view nothing else. */
let steward: TestServer;
/** A new dataset with an owner, a description and a value of `team`. */
let urn: string;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  await writePolicy(root, 'steward', {
    privileges: [
      'VIEW_ENTITY_PAGE',
      'EDIT_ENTITY',
      'CREATE_ENTITY',
      'DELETE_ENTITY',
      'EDIT_ENTITY_PROPERTIES',
    ],
    actors: { users: [userUrn('steward')] },
    resources: { filter: matching('URN', [MINE, propertyUrn('team')]) },
  });
});
afterAll(() => root.stop());
beforeEach(async () => {
  urn = datasetUrn(`d${count++}`);
  await fill(urn);
});

async function fill(dataset: string): Promise<void> {
  await writeAspect(root, dataset, 'datasetProperties', { description: 'Orders' });
  await writeAspect(root, dataset, 'ownership', { owners: [OWNER] });
  await catalog.assign(dataset, RED);
}

async function remove(entity: string): Promise<void> {
  const [, , type] = entity.split(':');
  const { status, text } = await root.request(
    'DELETE',
    `/openapi/v3/entity/${type}/${encodeURIComponent(entity)}`,
  );
  expect(status, text).toBe(200);
}

function undo(body: unknown, server = root): Promise<Answer> {
  return server.request('POST', '/api/colophon/v1/undo', body);
}

async function valueOf(entity: string, aspect: string) {
  const { json, status } = await root.request('GET', aspectPath(entity, aspect, 'v3'));
  return status === 404 ? undefined : json.value;
}

describe('undoing a hard deletion', () => {
  it('previews the restored aspects, and restores them as new, searchable versions', async () => {
    await remove(urn);
    const restored = ['datasetProperties', 'ownership', 'structuredProperties'];
    const trial = await undo({ urn, dryRun: true });
    expect(trial.json).toMatchObject({
      urn,
      restored,
      kept: [],
      deletion: { actor: 'urn:li:corpuser:datahub' },
    });
    expect(await valueOf(urn, 'ownership')).toBeUndefined();
    expect((await undo({ urn })).json).toEqual(trial.json);
    expect(await valueOf(urn, 'datasetProperties')).toMatchObject({ description: 'Orders' });
    expect(await valueOf(urn, 'ownership')).toMatchObject({ owners: [OWNER] });
    expect(await catalog.values(urn)).toEqual(RED);
    const { json } = await root.request('GET', `${aspectPath(urn, 'ownership', 'v3')}?systemMetadata=true`);
    expect(json.systemMetadata).toMatchObject({ version: '1' });
    const again = await undo({ urn });
    expect(again.status).toBe(409);
    expect(again.text).toContain('the deleted aspects were written later');
  });

  it('restores the columns that were deleted with it', async () => {
    const column = `urn:li:schemaField:(${urn},a)`;
    const gone = `urn:li:schemaField:(${urn},not in the schema)`;
    const attribute = { businessAttribute: { businessAttributeUrn: 'urn:li:businessAttribute:b' } };
    await writeAspect(root, urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'a' }] });
    for (const one of [column, gone]) await writeAspect(root, one, 'businessAttributes', attribute);
    const neighbour = `urn:li:schemaField:(${OTHER},a)`;
    await writeAspect(root, neighbour, 'businessAttributes', attribute);
    const holders = async (): Promise<unknown> => {
      const { data } = await root.graphql(
        `{ searchAcrossEntities(input: {query: "*", types: [SCHEMA_FIELD], orFilters: [{and: [{field: "schemaFieldBusinessAttribute", values: ["urn:li:businessAttribute:b"]}]}]}) { searchResults { entity { urn } } } }`,
      );
      return data.searchAcrossEntities.searchResults.map((hit: { entity: object }) => hit.entity);
    };
    expect(await holders()).toHaveLength(3);
    await remove(urn);
    expect(await valueOf(column, 'businessAttributes')).toBeUndefined();
    expect(await holders()).toEqual([{ urn: neighbour }]);
    expect((await undo({ urn })).json).toMatchObject({ columns: 1 });
    expect(await valueOf(column, 'businessAttributes')).toMatchObject(attribute);
    expect((await undo({ urn: gone })).status).toBe(200);
    expect(await valueOf(gone, 'businessAttributes')).toMatchObject(attribute);
  });

  it('keeps aspects that were written since', async () => {
    await remove(urn);
    await writeAspect(root, urn, 'datasetProperties', { description: 'Another' });
    const { json } = await undo({ urn });
    expect(json).toMatchObject({
      restored: ['ownership', 'structuredProperties'],
      kept: ['datasetProperties'],
    });
    expect(await valueOf(urn, 'datasetProperties')).toMatchObject({ description: 'Another' });
  });

  it('restores a single deleted aspect', async () => {
    await root.request('DELETE', aspectPath(urn, 'ownership', 'v3'));
    expect(await valueOf(urn, 'ownership')).toBeUndefined();
    expect((await undo({ urn })).json).toMatchObject({ restored: ['ownership'], kept: [] });
    expect(await valueOf(urn, 'ownership')).toMatchObject({ owners: [OWNER] });
  });

  it('restores a definition and its values, unless another has its name', async () => {
    const [phase, other] = [propertyUrn('phase'), datasetUrn(`other${count}`)];
    await catalog.define('phase');
    await catalog.assign(urn, { ...RED, phase: [{ string: 'old' }] });
    await catalog.assign(other, { phase: [{ string: 'old' }] });
    await remove(phase);
    // A write before or after the removal of invalid values.
    await catalog.assign(other, RED);
    expect(await catalog.values(urn)).toEqual(RED);
    const { json } = await undo({ urn: phase });
    expect(json.restored[0]).toBe('propertyDefinition');
    const report = await ended(root, json.values.edit);
    expect(report.result).toMatchObject({ about: { valuesOf: phase }, changed: 2, failed: 0 });
    expect(await catalog.values(urn)).toEqual({ ...RED, phase: [{ string: 'old' }] });
    expect(await catalog.values(other)).toEqual({ ...RED, phase: [{ string: 'old' }] });
    await remove(phase);
    await writeAspect(root, propertyUrn('usurper'), 'propertyDefinition', {
      qualifiedName: 'phase',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    });
    const refused = await undo({ urn: phase });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('phase');
    expect(await valueOf(phase, 'propertyDefinition')).toBeUndefined();
  });

  it('restores values of a property that was defined again, except where there are new ones', async () => {
    const [level, other] = [propertyUrn('level'), datasetUrn(`other${count}`)];
    const number = { type: 'number', cardinality: 'MULTIPLE' } as const;
    await catalog.define('level', number);
    const values = { level: [{ double: 1 }, { double: 2 }] };
    await catalog.assign(urn, values);
    await catalog.assign(other, values);
    expect((await undo({ urn: level })).status).toBe(404);
    await remove(level);
    await catalog.define('level', number);
    await catalog.assign(urn, { level: [{ double: 3 }] });
    const trial = await edit(root, { valuesOf: level, dryRun: true });
    const { result } = await edit(root, { valuesOf: level });
    expect(result).toEqual({ ...trial.result, isTrial: false, runId: result.runId, since: result.since });
    expect(result).toMatchObject({
      changed: 1,
      failed: 1,
      failures: [{ urn, field: 'level', code: 'CONFLICT' }],
    });
    expect(await catalog.values(urn)).toEqual({ level: [{ double: 3 }] });
    expect(await catalog.values(other)).toEqual(values);
  });

  it('restores values only on assets that the caller may edit', async () => {
    await catalog.define('grade');
    await catalog.assign(urn, { grade: [{ string: 'a' }] });
    await catalog.assign(MINE, { grade: [{ string: 'a' }] });
    await remove(propertyUrn('grade'));
    expect((await undo({ urn: propertyUrn('grade') }, steward)).status).toBe(403);
    await catalog.define('grade');
    const restore = { valuesOf: propertyUrn('grade') };
    expect((await edit(steward, restore)).result).toMatchObject({ changed: 1, failed: 0 });
    expect(await catalog.values(MINE)).toMatchObject({ grade: [{ string: 'a' }] });
    expect(await catalog.values(urn)).toEqual({});
    expect((await edit(root, restore)).result).toMatchObject({ changed: 1, unchanged: 1, failed: 0 });
  });

  it('does not restore values of a property that was deleted since', async () => {
    await catalog.define('brief');
    await catalog.assign(urn, { ...RED, brief: [{ string: 'x' }] });
    await remove(urn);
    await remove(propertyUrn('brief'));
    expect((await undo({ urn })).status).toBe(200);
    expect(await catalog.values(urn)).toEqual(RED);
  });

  it('restores hidden values of a soft-deleted property', async () => {
    const values = { ...RED, asleep: [{ string: 'z' }] };
    const asleep = propertyUrn('asleep');
    await catalog.define('asleep');
    await catalog.assign(urn, values);
    await writeAspect(root, asleep, 'status', { removed: true });
    await remove(urn);
    expect((await undo({ urn })).status).toBe(200);
    expect(await catalog.values(urn)).toEqual(RED);
    await writeAspect(root, asleep, 'status', { removed: false });
    expect(await catalog.values(urn)).toEqual(values);
    expect(await catalog.find('structuredProperties.asleep')).toEqual([urn]);
  });

  it('restores values of a soft-deleted property on an asset without other values', async () => {
    const alone = propertyUrn('alone');
    await catalog.define('alone');
    await catalog.assign(urn, { alone: [{ string: 'z' }] });
    await writeAspect(root, alone, 'status', { removed: true });
    await remove(urn);
    expect((await undo({ urn })).status).toBe(200);
    expect(await catalog.values(urn)).toEqual({});
    await writeAspect(root, alone, 'status', { removed: false });
    expect(await catalog.values(urn)).toEqual({ alone: [{ string: 'z' }] });
  });

  it('restores values that the caller may not see, still hidden', async () => {
    await catalog.define('secret');
    const blind = await addActor(root, 'blind');
    const privilegeConstraints = matching('URN', [propertyUrn('secret')], 'NOT_EQUALS');
    await writePolicy(root, 'blind', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'CREATE_ENTITY'],
      actors: { users: [userUrn('blind')] },
      resources: { allResources: true, privilegeConstraints },
    });
    await fill(MINE);
    const values = { ...RED, secret: [{ string: 's' }] };
    await catalog.assign(MINE, values);
    await remove(MINE);
    const undone = await undo({ urn: MINE }, blind);
    expect(undone.status, undone.text).toBe(200);
    expect(await clientOf(blind).values(MINE)).toEqual(RED);
    expect(await catalog.values(MINE)).toEqual(values);
  });

  it('restores a soft-deleted property as active, with its values', async () => {
    const kind = propertyUrn('kind');
    const values = { ...RED, kind: [{ string: 'k' }] };
    await catalog.define('kind');
    await catalog.assign(urn, values);
    await writeAspect(root, kind, 'status', { removed: true });
    await remove(kind);
    const trial = () => undo({ urn: kind, dryRun: true });
    // Assets are counted while the values are removed, in the background.
    await until('the value is removed', async () => (await trial()).json.values.assets === 1);
    expect((await trial()).json).toMatchObject({ reinstated: true, kept: [] });
    const { json } = await undo({ urn: kind });
    expect((await ended(root, json.values.edit)).result).toMatchObject({ changed: 1, failed: 0, left: 0 });
    expect(await valueOf(kind, 'status')).toEqual({ removed: false });
    expect(await catalog.values(urn)).toEqual(values);
  });

  it('restores a soft-deleted dataset as active', async () => {
    await writeAspect(root, urn, 'status', { removed: true });
    await remove(urn);
    expect((await undo({ urn })).json).toMatchObject({ reinstated: true, kept: [] });
    expect(await valueOf(urn, 'status')).toEqual({ removed: false });
    expect(await catalog.values(urn)).toEqual(RED);
  });

  it('does not soft-delete an entity that was created again', async () => {
    const size = propertyUrn('size');
    await catalog.define('size');
    await writeAspect(root, size, 'status', { removed: true });
    await remove(size);
    await catalog.define('size', { type: 'number' });
    await catalog.assign(urn, { size: [{ double: 4 }] });
    const refused = await undo({ urn: size });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('status');
    expect(await catalog.values(urn)).toEqual({ size: [{ double: 4 }] });
    await writeAspect(root, urn, 'status', { removed: true });
    await remove(urn);
    await writeAspect(root, urn, 'datasetProperties', { description: 'Another' });
    const { json } = await undo({ urn });
    expect(json).toMatchObject({
      restored: ['ownership', 'structuredProperties'],
      kept: ['datasetProperties', 'status'],
    });
    expect(json.reinstated).toBeUndefined();
    expect((await valueOf(urn, 'status'))?.removed).not.toBe(true);
  });

  it('names the problem of the request', async () => {
    const never = await undo({ urn: datasetUrn('never') });
    expect(never.status).toBe(404);
    expect(never.text).toContain('There is no deletion of');
    expect((await undo({})).text).toContain('urn');
    expect((await undo({ urn: 'orders' })).status).toBe(400);
    expect((await undo({ urn, dryRun: 'yes' })).text).toContain('dryRun');
  });
});

describe('undoing hidden or protected deletions', () => {
  it('is refused as for an entity that never existed', async () => {
    await fill(OTHER);
    await remove(OTHER);
    const [hidden, never] = [
      await undo({ urn: OTHER }, steward),
      await undo({ urn: datasetUrn('none') }, steward),
    ];
    expect(hidden.status).toBe(404);
    expect(hidden.text.replaceAll(OTHER, '')).toBe(never.text.replaceAll(datasetUrn('none'), ''));
    expect(await valueOf(OTHER, 'ownership')).toBeUndefined();
  });

  it('needs the rights on each aspect, and restores nothing if one is missing', async () => {
    await writeAspect(root, MINE, 'datasetProperties', { description: 'Orders' });
    await remove(MINE);
    expect((await undo({ urn: MINE }, steward)).status).toBe(200);
    const reader = await addActor(root, 'reader', { roles: ['Reader'] });
    await remove(MINE);
    const refused = await undo({ urn: MINE }, reader);
    expect(refused.status).toBe(403);
    const asked = await reader.request('POST', '/api/colophon/v1/undo?orNone=true', {
      urn: MINE,
      dryRun: true,
    });
    expect([asked.status, asked.json]).toEqual([200, {}]);
    expect((await reader.request('POST', '/api/colophon/v1/undo?orNone=true', { urn: MINE })).status).toBe(
      403,
    );
    expect(await valueOf(MINE, 'datasetProperties')).toBeUndefined();
  });

  it('restores no tokens or secrets', async () => {
    const { json } = await root.request('POST', '/api/colophon/v1/tokens', {
      name: 'short',
      actorUrn: userUrn('steward'),
      durationMs: null,
    });
    const token = `urn:li:dataHubAccessToken:${json.id}`;
    await root.request('DELETE', `/api/colophon/v1/tokens/${json.id}`);
    expect((await undo({ urn: token })).status).toBe(404);
  });
});

describe('colophon undo', () => {
  it('previews, asks for confirmation, and restores', async () => {
    using computer = new Computer(root);
    await remove(urn);
    const shown = await computer.run(['undo', '--urn', urn, '--dry-run']);
    expect(shown.stdout).toContain('Would be restored:\n  datasetProperties\n  ownership');
    const unasked = await computer.run(['undo', '--urn', urn]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toMatch(/Would be restored:.*Nothing was changed: .* Add --yes/s);
    expect((await computer.run(['undo', '--urn', urn, '--yes'])).stdout).toContain('Restored:');
    expect(await catalog.values(urn)).toEqual(RED);
    for (const flags of [['--yes'], []]) {
      const nothing = await computer.run(['undo', '--urn', datasetUrn('never'), ...flags]);
      expect(nothing.code).toBe(1);
      expect(nothing.stderr).toContain('There is no deletion of');
    }
  });

  it('requires a target', async () => {
    using computer = new Computer(root);
    expect((await computer.run(['undo', '--yes'])).stderr).toContain(
      'exactly one of --urn, --run, --edit and --plan',
    );
  });
});
