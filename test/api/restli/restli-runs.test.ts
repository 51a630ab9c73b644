import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const property = (name: string): string => `urn:li:structuredProperty:${name}`;

// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

interface Write {
  readonly urn: string;
  readonly aspect: string;
  readonly value: object;
}

let clock = 1000;

/** Writes as an ingestion run does. */
async function run(runId: string, ...writes: readonly Write[]): Promise<void> {
  const proposals = writes.map(({ urn, aspect, value }) => ({
    entityType: urn.split(':')[2],
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName: aspect,
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    systemMetadata: { runId, lastObserved: clock++, lastRunId: 'no-run-id-provided' },
  }));
  const answer = await server.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
  expect(answer.text).toContain('success');
}

async function act(action: string, body: object): Promise<Json> {
  const answer = await server.request('POST', `/runs?action=${action}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.value;
}

async function read(urn: string, aspect: string, version = 0): Promise<Json> {
  const path = `/aspects/${encodeURIComponent(urn)}?aspect=${aspect}&version=${version}`;
  const answer = await server.request('GET', path);
  return answer.status === 404 ? undefined : Object.values(answer.json.aspect)[0];
}

const named = (urn: string, name: string): Write => ({
  urn,
  aspect: 'datasetProperties',
  value: { name, customProperties: {} },
});
const assigned = (urn: string, values: Record<string, string>): Write => ({
  urn,
  aspect: 'structuredProperties',
  value: {
    properties: Object.entries(values).map(([name, string]) => ({
      propertyUrn: property(name),
      values: [{ string }],
    })),
  },
});
const defined = (name: string, more: object = {}): Write => ({
  urn: property(name),
  aspect: 'propertyDefinition',
  value: {
    qualifiedName: name,
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
    ...more,
  },
});
const softDelete = (urn: string, removed = true): Promise<void> =>
  run('no-run-id-provided', { urn, aspect: 'status', value: { removed } });
const valuesOf = async (urn: string): Promise<Record<string, string>> => {
  const { properties = [] } = (await read(urn, 'structuredProperties')) ?? {};
  const entries = properties.map((item: Json) => [item.propertyUrn.split(':').at(-1), item.values[0].string]);
  return Object.fromEntries(entries);
};

describe('runs', () => {
  it('are listed with their remaining rows, most recent first', async () => {
    const urn = dataset('listed');
    await run('list-a', named(urn, 'a'), { urn, aspect: 'status', value: { removed: false } });
    await run('list-b', named(urn, 'b'));
    const runs = (await act('list', {})).filter(({ runId }: Json) => runId.startsWith('list-'));
    expect(runs).toEqual([
      { runId: 'list-b', rows: 1, timestamp: clock - 1 },
      { runId: 'list-a', rows: 2, timestamp: clock - 2 },
    ]);
    expect(await act('list', { pageOffset: 0, pageSize: 1 })).toHaveLength(1);
  });

  it('are described row by row, an entity that they created by its key', async () => {
    const urn = dataset('described');
    await run('describe', named(urn, 'a'), { urn, aspect: 'status', value: { removed: false } });
    const rows = await act('describe', { runId: 'describe', start: 0, count: 100 });
    expect(rows.map(({ aspectName, keyAspect }: Json) => [aspectName, keyAspect])).toEqual([
      ['datasetProperties', false],
      ['status', false],
      ['datasetKey', true],
    ]);
    const [, second] = rows;
    const page = { runId: 'describe', start: 1, count: 1, includeAspect: true };
    expect(await act('describe', page)).toEqual([{ ...second, aspect: { removed: false } }]);
    expect(await act('describe', { ...page, start: 2 })).toMatchObject([{ aspectName: 'datasetKey' }]);
    expect(await act('describe', { ...page, start: 3 })).toEqual([]);
  });
});

describe('rolling back', () => {
  it('returns the sequence of its last commit, and none if it changed nothing', async () => {
    await run('reported', named(dataset('reported'), 'a'));
    const sequenceOf = async (dryRun: boolean): Promise<string | null> => {
      const body = { runId: 'reported', safe: true, dryRun };
      const { headers } = await server.request('POST', '/runs?action=rollback', body);
      return headers.get('x-colophon-sequence');
    };
    expect(await sequenceOf(true)).toBeNull();
    expect(await sequenceOf(false)).toMatch(/^\d+$/);
    expect(await sequenceOf(false)).toBeNull();
  });

  it('restores aspects of an earlier run, removes others, and hides entities that the run created', async () => {
    const [old, fresh] = [dataset('old'), dataset('fresh')];
    await run('first', named(old, 'first'));
    await run('second', named(old, 'second'), named(fresh, 'second'));
    await run('second', { urn: old, aspect: 'subTypes', value: { typeNames: ['View'] } });
    const request = { runId: 'second', safe: true };

    const preview = await act('rollback', { ...request, dryRun: true });
    expect(preview).toMatchObject({
      entitiesAffected: 2,
      entitiesDeleted: 1,
      aspectsReverted: 3,
      aspectsAffected: 0,
      unsafeEntitiesCount: 0,
    });
    expect(await read(old, 'datasetProperties')).toMatchObject({ name: 'second' });

    const done = await act('rollback', request);
    expect(done).toEqual(preview);
    expect(await read(old, 'datasetProperties')).toMatchObject({ name: 'first' });
    expect(await read(old, 'datasetProperties', 1)).toBeUndefined();
    expect(await read(old, 'subTypes')).toBeUndefined();
    expect(await read(old, 'status')).toBeUndefined();
    expect(await read(fresh, 'datasetProperties')).toBeUndefined();
    expect(await read(fresh, 'status')).toEqual({ removed: true });
    const runs = (await act('list', {})).map(({ runId }: Json) => runId);
    expect(runs).toContain('first');
    expect(runs).not.toContain('second');
    expect(await act('rollback', request)).toMatchObject({ entitiesAffected: 0, aspectsReverted: 0 });
  });

  it('removes entities that the run created on request, and reports what other runs lose', async () => {
    const urn = dataset('nuked');
    await run('creator', named(urn, 'a'));
    await run('other', { urn, aspect: 'subTypes', value: { typeNames: ['View'] } });
    const column = `urn:li:schemaField:(${urn},a)`;
    await run('other', { urn: column, aspect: 'documentation', value: { documentations: [] } });
    const report = await act('rollback', { runId: 'creator', safe: false, dryRun: true });
    expect(report).toMatchObject({ aspectsAffected: 1, unsafeEntities: [{ urn }] });
    await act('rollback', { runId: 'creator', safe: false });
    expect(await read(urn, 'datasetKey')).toBeUndefined();
    expect(await read(column, 'schemaFieldKey')).toBeUndefined();
  });

  it('rolls back a chain of runs in any order', async () => {
    const urn = dataset('chain');
    for (const runId of ['c1', 'c2', 'c3']) await run(runId, named(urn, runId));
    await act('rollback', { runId: 'c3' });
    expect(await read(urn, 'datasetProperties')).toMatchObject({ name: 'c2' });
    await act('rollback', { runId: 'c1', dryRun: true });
    await act('rollback', { runId: 'c2' });
    expect(await read(urn, 'datasetProperties')).toMatchObject({ name: 'c1' });
    await act('rollback', { runId: 'c1' });
    expect(await read(urn, 'datasetProperties')).toBeUndefined();
  });

  it('keeps a value that the run only observed', async () => {
    const urn = dataset('seen');
    await run('writer', named(urn, 'same'));
    await run('reader', named(urn, 'same'));
    expect((await act('list', {})).find(({ runId }: Json) => runId === 'reader')).toMatchObject({ rows: 1 });
    await act('rollback', { runId: 'reader' });
    expect(await read(urn, 'datasetProperties')).toMatchObject({ name: 'same' });
    await act('rollback', { runId: 'writer' });
    expect(await read(urn, 'datasetProperties')).toBeUndefined();
  });

  it('removes the points of the run', async () => {
    const urn = dataset('points');
    const point = (timestampMillis: number): Write => ({
      urn,
      aspect: 'datasetProfile',
      value: { timestampMillis, rowCount: 1 },
    });
    await run('points-a', point(1), point(2));
    await run('points-b', point(3));
    await act('rollback', { runId: 'points-a' });
    const body = { urn, entity: 'dataset', aspect: 'datasetProfile' };
    const answer = await server.request('POST', '/aspects?action=getTimeseriesAspectValues', body);
    expect(answer.json.value.values).toHaveLength(1);
  });

  it('is refused for the run id of writes without a run', async () => {
    const answer = await server.request('POST', '/runs?action=rollback', { runId: 'no-run-id-provided' });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('cannot be rolled back');
  });

  it('makes restored values searchable', async () => {
    const urn = dataset('searched');
    await run('search-a', defined('run.searched'), assigned(urn, { 'run.searched': 'before' }));
    await run('search-b', assigned(urn, { 'run.searched': 'after' }));
    const found = async (value: string): Promise<unknown> => {
      const filter = {
        or: [{ and: [{ field: 'structuredProperties.run.searched', condition: 'EQUAL', values: [value] }] }],
      };
      const body = { entity: 'dataset', input: '*', filter, start: 0, count: 10 };
      const answer = await server.request('POST', '/entities?action=search', body);
      return answer.json.value.entities.map(({ entity }: Json) => entity);
    };
    expect([await found('before'), await found('after')]).toEqual([[], [urn]]);
    await act('rollback', { runId: 'search-b' });
    expect([await found('before'), await found('after')]).toEqual([[urn], []]);
  });
});

describe('rolling back property values', () => {
  it('does not restore values of a property that was deleted or broken later', async () => {
    const urn = dataset('dead');
    await run('dead-0', defined('run.gone'), defined('run.broken'), defined('run.kept'));
    await run('dead-1', assigned(urn, { 'run.gone': 'x', 'run.broken': 'x', 'run.kept': 'x' }));
    await run('dead-2', assigned(urn, { 'run.kept': 'y' }));
    await server.request('POST', '/entities?action=delete', { urn: property('run.gone') });
    const number = { valueType: 'urn:li:dataType:datahub.number', version: '20260101000000' };
    await run('dead-3', defined('run.broken', number));
    await act('rollback', { runId: 'dead-2' });
    expect(await valuesOf(urn)).toEqual({ 'run.kept': 'x' });
    await run('dead-4', defined('run.gone'));
    expect(await valuesOf(urn)).toEqual({ 'run.kept': 'x' });
  });

  it('keeps values of a soft-deleted property, and shows them after it is restored', async () => {
    const urn = dataset('hidden');
    await run('hidden-0', defined('run.hidden'), defined('run.shown'));
    await run('hidden-1', assigned(urn, { 'run.hidden': 'x' }));
    await softDelete(property('run.hidden'));
    await run('hidden-2', assigned(urn, { 'run.shown': 'y' }));
    await act('rollback', { runId: 'hidden-2' });
    expect(await valuesOf(urn)).toEqual({});
    await softDelete(property('run.hidden'), false);
    expect(await valuesOf(urn)).toEqual({ 'run.hidden': 'x' });
  });

  it('removes hidden values of the run', async () => {
    const urn = dataset('own');
    await run('own-0', defined('run.own'));
    await run('own-1', assigned(urn, { 'run.own': 'x' }));
    await softDelete(property('run.own'));
    await act('rollback', { runId: 'own-1' });
    await softDelete(property('run.own'), false);
    expect(await valuesOf(urn)).toEqual({});
  });

  it('keeps values when a definition goes back without a break', async () => {
    const urn = dataset('described-again');
    await run('text-1', defined('run.text', { description: 'first' }), assigned(urn, { 'run.text': 'x' }));
    await run('text-2', defined('run.text', { description: 'second' }));
    await act('rollback', { runId: 'text-2' });
    expect(await read(property('run.text'), 'propertyDefinition')).toMatchObject({ description: 'first' });
    expect(await valuesOf(urn)).toEqual({ 'run.text': 'x' });
  });

  it('soft-deletes a property that the run created, so that values of others can be restored', async () => {
    const urn = dataset('made');
    await run('define', defined('run.made'));
    await run('define-values', assigned(urn, { 'run.made': 'x' }));
    await act('rollback', { runId: 'define' });
    expect(await read(property('run.made'), 'status')).toEqual({ removed: true });
    expect(await valuesOf(urn)).toEqual({});
    expect(await act('describe', { runId: 'define', start: 0, count: 10 })).toEqual([]);
    await softDelete(property('run.made'), false);
    expect(await valuesOf(urn)).toEqual({ 'run.made': 'x' });
  });

  it('hard-deletes a property that the run created, and frees its name', async () => {
    await run('nuke', defined('run.nuked'));
    await act('rollback', { runId: 'nuke', hardDelete: true, safe: false });
    expect(await read(property('run.nuked'), 'propertyDefinition')).toBeUndefined();
    await run('nuke-again', defined('run.nuked'));
    expect(await read(property('run.nuked'), 'propertyDefinition')).toBeDefined();
  });
});

describe('rolling back against the rules of properties', () => {
  const refusal = async (runId: string): Promise<string> => {
    const answer = await server.request('POST', '/runs?action=rollback', { runId, dryRun: false });
    expect(answer.status, answer.text).toBe(422);
    return answer.json.message;
  };
  const definition = (name: string): Promise<Json> => read(property(name), 'propertyDefinition');
  const multiple = { cardinality: 'MULTIPLE' };
  const allowing = (...values: string[]): object => ({
    allowedValues: values.map((string) => ({ value: { string } })),
  });
  const forDatasets = 'urn:li:entityType:datahub.dataset';
  const version = '20260101000000';

  it.each<[string, string, object, object, string]>([
    ['cardinality', 'wide', {}, multiple, 'from MULTIPLE to SINGLE'],
    ['allowed values', 'allow', allowing('a'), allowing('a', 'b'), 'Cannot restrict values'],
    [
      'entity types',
      'types',
      {},
      { entityTypes: [forDatasets, 'urn:li:entityType:datahub.chart'] },
      'entityTypes loses',
    ],
    [
      'value type',
      'number',
      {},
      { valueType: 'urn:li:dataType:datahub.number', version },
      'Value type cannot be changed',
    ],
  ])('refuses to narrow a definition without a version: %s', async (_what, id, former, wider, words) => {
    const name = `run.${id}`;
    const table = dataset(id);
    await run(`${id}-1`, defined(name, former), named(table, 'before'));
    await run(`${id}-2`, defined(name, wider), named(table, 'after'));
    const before = await definition(name);
    const message = await refusal(`${id}-2`);
    expect(message).toContain(words);
    expect(message).toContain(property(name));
    expect(message).toContain('Send a version');
    expect(await definition(name)).toEqual(before);
    expect(await read(table, 'datasetProperties')).toMatchObject({ name: 'after' });
  });

  it('widens a definition again, and keeps later values', async () => {
    const urn = dataset('wider');
    await run('wider-1', defined('run.wider', multiple), assigned(urn, { 'run.wider': 'x' }));
    await run('wider-2', defined('run.wider', { version }));
    expect(await valuesOf(urn)).toEqual({});
    await run('wider-3', assigned(urn, { 'run.wider': 'y' }));
    await act('rollback', { runId: 'wider-2' });
    expect(await definition('run.wider')).toMatchObject(multiple);
    expect(await valuesOf(urn)).toEqual({ 'run.wider': 'y' });
  });

  it('refuses to change the definition and the settings of a soft-deleted property', async () => {
    const name = 'run.locked';
    const shown = (showInSearchFilters: boolean): Write => ({
      urn: property(name),
      aspect: 'structuredPropertySettings',
      value: { showInSearchFilters },
    });
    await run('locked-1', defined(name, { description: 'one' }), shown(false));
    await run('locked-2', defined(name, { description: 'two' }));
    await run('locked-3', shown(true));
    await softDelete(property(name));
    for (const runId of ['locked-2', 'locked-3']) {
      const message = await refusal(runId);
      expect(message).toContain('Cannot mutate a soft deleted Structured Property Definition');
      expect(message).toContain(property(name));
    }
    expect(await definition(name)).toMatchObject({ description: 'two' });
    expect(await read(property(name), 'structuredPropertySettings')).toMatchObject({
      showInSearchFilters: true,
    });
    await softDelete(property(name), false);
    await act('rollback', { runId: 'locked-2' });
    expect(await definition(name)).toMatchObject({ description: 'one' });
  });

  it.each<[string, string, Record<string, string>]>([
    ['add', 'adds', {}],
    ['change', 'changes', { 'run.changes': 'y' }],
  ])('refuses to %s a value of a soft-deleted property', async (_what, id, later) => {
    const urn = dataset(id);
    await run(`${id}-1`, defined(`run.${id}`), assigned(urn, { [`run.${id}`]: 'x' }));
    await run(`${id}-2`, assigned(urn, later));
    await softDelete(property(`run.${id}`));
    const message = await refusal(`${id}-2`);
    expect(message).toContain(
      `Cannot apply a soft deleted Structured Property value: ${property(`run.${id}`)}`,
    );
    expect(message).toContain(urn);
    await softDelete(property(`run.${id}`), false);
    expect(await valuesOf(urn)).toEqual(later);
    await act('rollback', { runId: `${id}-2` });
    expect(await valuesOf(urn)).toEqual({ [`run.${id}`]: 'x' });
  });

  it('leaves the points of a refused run', async () => {
    const urn = dataset('points-kept');
    await run('points-kept-1', defined('run.points'), named(urn, 'x'));
    const profile = { urn, aspect: 'datasetProfile', value: { timestampMillis: 1, rowCount: 1 } };
    await run('points-kept-2', defined('run.points', multiple), profile);
    await refusal('points-kept-2');
    const body = { urn, entity: 'dataset', aspect: 'datasetProfile', limit: 1 };
    const points = await server.request('POST', '/aspects?action=getTimeseriesAspectValues', body);
    expect(points.json.value.values).toHaveLength(1);
  });
});
