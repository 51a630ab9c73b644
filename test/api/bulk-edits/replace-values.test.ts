import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../agents/agent-client.ts';
import { edit, ended } from '../../support/bulk-edits.ts';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type Value,
} from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const PLANS = '/api/colophon/v1/plans';
const PATH = '/api/colophon/v1/bulk-edits';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** Manages properties, sees all datasets but `…hidden`, and edits the properties of those but `…locked`. */
let steward: TestServer;
let count = 0;
/** A property with the allowed values open, internal and secret. */
let name: string;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  const actors = { users: [userUrn('steward')] };
  await writePolicy(root, 'manage', {
    privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
    actors,
    type: 'PLATFORM',
  });
  const policies = [
    ['see', ['VIEW_ENTITY_PAGE'], datasetUrn('hidden')],
    ['edit', ['EDIT_ENTITY_PROPERTIES'], datasetUrn('locked')],
  ] as const;
  for (const [policy, privileges, besides] of policies) {
    await writePolicy(root, policy, {
      privileges: [...privileges],
      actors,
      resources: { filter: matching('URN', [besides], 'NOT_EQUALS') },
    });
  }
  for (const dataset of ['hidden', 'locked', 'a', 'b', 'c', 'd']) await catalog.dataset(dataset);
});
afterAll(() => root.stop());

beforeEach(async () => {
  name = `level${count++}`;
  await catalog.define(name, {
    allowedValues: ['open', 'internal', 'secret'].map((string) => ({ string })),
    cardinality: 'MULTIPLE',
  });
  await assign('a', 'secret');
  await assign('b', 'open', 'secret');
  await assign('c', 'internal');
});

async function assign(dataset: string, ...values: readonly string[]): Promise<void> {
  const body = { propertyUrn: propertyUrn(name), values: values.map((string) => ({ string })) };
  const patch = [{ op: 'add', path: `/properties/${propertyUrn(name)}`, value: body }];
  const path = aspectPath(datasetUrn(dataset), 'structuredProperties', 'v3');
  const { status, text } = await root.request('PATCH', path, {
    value: { patch, arrayPrimaryKeys: { properties: ['propertyUrn'] } },
  });
  expect(status, text).toBe(200);
}

async function valuesOf(...datasets: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(datasets.map((dataset) => catalog.values(datasetUrn(dataset))));
  return all.map((values) =>
    ((values[name] ?? []) as Value[]).map((value) => Object.values(value)[0]).join(),
  );
}

async function allowed(): Promise<readonly string[]> {
  const path = aspectPath(propertyUrn(name), 'propertyDefinition', 'v3');
  const { json } = await root.request('GET', path);
  return json.value.allowedValues.map((one: { value: { string: string } }) => one.value.string);
}

function narrowed(...values: readonly string[]) {
  const options = {
    allowedValues: values.map((string) => ({ string })),
    cardinality: 'MULTIPLE',
  } as const;
  return { urn: propertyUrn(name), propertyDefinition: definition(name, options) };
}

function replacing(...values: readonly string[]) {
  return [{ field: name, action: 'replace', values }];
}

describe('replacing removed values', () => {
  it('replaces them, also in soft-deleted assets, and writes the definition; all other values stay', async () => {
    await assign('d', 'secret');
    await writeAspect(root, datasetUrn('d'), 'status', { removed: true });
    const body = { definition: narrowed('open', 'internal'), changes: replacing('secret', 'internal') };
    const trial = await edit(root, { ...body, dryRun: true });
    expect(trial.result).toMatchObject({ changed: 3, failed: 0, isTrial: true });
    expect(await valuesOf('a', 'b')).toEqual(['secret', 'open,secret']);
    const { id, result } = await edit(root, body);
    expect(result).toMatchObject({ changed: 3, failed: 0, failures: [] });
    expect(result.commit).toBeGreaterThan(0);
    expect(await valuesOf('a', 'b', 'c', 'd')).toEqual(['internal', 'open,internal', 'internal', 'internal']);
    expect(await allowed()).toEqual(['open', 'internal']);
    const preview = await edit(root, { undo: id, dryRun: true });
    expect(preview.result).toMatchObject({ changed: 3, failed: 0 });
    const undone = await edit(root, { undo: id });
    expect(undone.result).toMatchObject({ changed: 3, failed: 0 });
    expect(await valuesOf('a', 'b', 'c', 'd')).toEqual(['secret', 'open,secret', 'internal', 'secret']);
    expect(await allowed()).toEqual(['open', 'internal', 'secret']);
    await writeAspect(root, datasetUrn('d'), 'status', { removed: false });
  });

  it('renames a value: the new one is allowed first', async () => {
    const changes = replacing('secret', 'restricted');
    const { result } = await edit(root, { definition: narrowed('open', 'internal', 'restricted'), changes });
    expect(result).toMatchObject({ changed: 2, failed: 0 });
    expect(await valuesOf('a', 'b', 'c')).toEqual(['restricted', 'open,restricted', 'internal']);
    expect(await allowed()).toEqual(['open', 'internal', 'restricted']);
  });

  it('keeps the definition and every value while an asset refuses its new value, and resumes later', async () => {
    await assign('locked', 'secret');
    const body = { definition: narrowed('open', 'internal'), changes: replacing('secret', 'internal') };
    const { result } = await edit(steward, body);
    expect(result).toMatchObject({ changed: 2, failed: 1, failures: [{ urn: datasetUrn('locked') }] });
    expect(result.commit).toBeUndefined();
    expect(await allowed()).toEqual(['open', 'internal', 'secret']);
    expect(await valuesOf('a', 'b', 'c', 'locked')).toEqual([
      'internal',
      'open,internal',
      'internal',
      'secret',
    ]);
    const again = await edit(root, result.about);
    expect(again.result).toMatchObject({ changed: 1, failed: 0 });
    expect(await valuesOf('locked')).toEqual(['internal']);
    expect(await allowed()).toEqual(['open', 'internal']);
  });

  it('keeps a value that the caller may not see, and does not count it', async () => {
    await assign('hidden', 'secret');
    const body = { definition: narrowed('open', 'internal'), changes: replacing('secret', 'internal') };
    const { result } = await edit(steward, body);
    expect(result.failures).toEqual([expect.objectContaining({ urn: propertyUrn(name), code: 'CONFLICT' })]);
    expect(result.failures[0].message).toMatch(/^Some assets have a value of /);
    expect(await allowed()).toContain('secret');
    expect(await valuesOf('hidden')).toEqual(['secret']);
    await assign('hidden', 'open');
    expect((await edit(steward, result.about)).result.commit).toBeGreaterThan(0);
  });

  it('refuses other changes, other breaks, and callers who may not define properties, and changes nothing', async () => {
    const changes = replacing('secret', 'internal');
    const fine = narrowed('open', 'internal');
    const single = { ...fine, propertyDefinition: { ...fine.propertyDefinition, cardinality: 'SINGLE' } };
    const bodies: readonly (readonly [unknown, number])[] = [
      [{ definition: fine, changes: [] }, 400],
      [{ definition: fine }, 400],
      [{ definition: fine, changes: [{ field: name, action: 'set', values: ['open'] }] }, 400],
      [{ definition: fine, changes: [{ field: 'tags', action: 'replace', values: ['a', 'b'] }] }, 400],
      [{ definition: fine, changes: replacing('secret') }, 400],
      [{ definition: fine, changes: replacing('secret', 'internal', 'secret') }, 400],
      [{ definition: fine, changes: replacing('open', 'secret') }, 400],
      [{ definition: fine, changes, urns: [datasetUrn('a')] }, 400],
      [{ definition: single, changes }, 400],
      [{ definition: { ...fine, urn: 'urn:li:structuredProperty:none' }, changes }, 400],
    ];
    for (const [body, expected] of bodies) {
      const { status, text } = await root.request('POST', PATH, body);
      expect([status, text.includes('"message"')], text).toEqual([expected, true]);
    }
    const reader = await addActor(root, `reader${count}`);
    expect((await reader.request('POST', PATH, { definition: fine, changes })).status).toBe(403);
    expect(await valuesOf('a', 'b', 'c')).toEqual(['secret', 'open,secret', 'internal']);
    expect(await allowed()).toEqual(['open', 'internal', 'secret']);
  });
});

describe('replacing a value that stays allowed', () => {
  const found = () => ({
    search: {
      types: ['DATASET'],
      orFilters: [{ and: [{ field: `structuredProperties.${name}`, values: ['secret'] }] }],
    },
    changes: replacing('secret', 'open'),
  });

  it('keeps the order of values, repeats none, and can be undone', async () => {
    await assign('c', 'secret', 'internal');
    await assign('d', 'internal', 'secret', 'open');
    const before = ['secret', 'open,secret', 'secret,internal', 'internal,secret,open'];
    const after = ['open', 'open', 'open,internal', 'internal,open'];
    expect((await edit(root, { ...found(), dryRun: true })).result).toMatchObject({ changed: 4, failed: 0 });
    expect(await valuesOf('a', 'b', 'c', 'd')).toEqual(before);
    const { id, result } = await edit(root, found());
    expect(result).toMatchObject({ changed: 4, failed: 0 });
    expect(await valuesOf('a', 'b', 'c', 'd')).toEqual(after);
    expect(await allowed()).toEqual(['open', 'internal', 'secret']);
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 4, failed: 0 });
    expect(await valuesOf('a', 'b', 'c', 'd')).toEqual(before);
  });

  it('is the same in GraphQL', async () => {
    const start = `mutation ($input: StartBulkEditInput!) { startBulkEdit(input: $input) { id } }`;
    const input = {
      urns: [datasetUrn('b')],
      changes: [{ field: name, action: 'REPLACE', values: ['secret', 'internal'] }],
    };
    const { data, errors } = await root.graphql(start, { input });
    expect(errors).toBeUndefined();
    await ended(root, data.startBulkEdit.id);
    expect(await valuesOf('b')).toEqual(['open,internal']);
  });

  it.each([
    [['secret'], 'needs the values to replace, then the new value, which differs'],
    [['secret', 'secret'], 'needs the values to replace, then the new value, which differs'],
    [['secret', 'restricted'], "cannot be 'restricted'. Allowed values: open, internal, secret."],
    [[], 'needs the values to replace'],
  ])('is refused with values %j, and changes nothing', async (values, words) => {
    const body = { urns: [datasetUrn('a')], changes: replacing(...values) };
    const { json, status } = await root.request('POST', PATH, body);
    expect(status).toBe(400);
    expect(json.message).toContain(`'${name}' `);
    expect(json.message).toContain(words);
    expect(await valuesOf('a')).toEqual(['secret']);
  });

  it('is refused for a field that does not exist, and for a deprecation', async () => {
    for (const [field, words] of [
      ['none', "There is no structured property 'none'."],
      ['deprecation', "'deprecation' cannot replace values."],
    ] as const) {
      const changes = [{ field, action: 'replace', values: ['a', 'b'] }];
      const { json, status } = await root.request('POST', PATH, { urns: [datasetUrn('a')], changes });
      expect([status, json.message]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  it('is an action of agents, after a plan', async () => {
    const changes = [
      { urns: [datasetUrn('b')], field: name, action: 'replace', values: ['secret', 'internal'] },
    ];
    const { plan, sample } = await ask(root, 'set_metadata', { changes, reason: 'renamed' });
    expect(sample[0].untrusted.after).toEqual({ [name]: ['open', 'internal'] });
    await ask(root, 'set_metadata', { plan });
    expect(await valuesOf('b')).toEqual(['open,internal']);
  });

  it('is an option of colophon assign', async () => {
    using computer = new Computer(root);
    const args = ['assign', '--property', name, '--replace', 'secret', '--by', 'open'];
    const compared = await computer.run([...args, '--dry-run']);
    expect(compared.stdout, compared.stderr).toContain('2 would change, 0 unchanged, 0 refused.');
    expect((await computer.run(args)).code).toBe(2);
    expect((await computer.run([...args, '--yes'])).stdout).toContain('2 changed, 0 unchanged, 0 refused.');
    expect(await valuesOf('a', 'b', 'c')).toEqual(['open', 'open', 'internal']);
    for (const wrong of [args.slice(0, 5), [...args, '-f', 'x.csv'], ['assign']]) {
      const { code, stderr } = await computer.run(wrong);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Use one of --file, --property')]);
    }
    const { stderr } = await computer.run(['assign', '--property', 'none', ...args.slice(3), '--yes']);
    expect(stderr).toContain('There is no structured property urn:li:structuredProperty:none');
  });
});

describe('a plan with keepValues', () => {
  it('affects only assets with a removed value, and is refused while there are any', async () => {
    const kept = { definitions: [{ ...narrowed('open', 'internal'), keepValues: true }] };
    const { json } = await root.request('POST', PLANS, kept);
    expect(json.definitions[0]).toMatchObject({
      change: 'breaking',
      losses: [{ member: 'allowedValues', lost: ['secret'] }],
      entities: 2,
    });
    expect(json.definitions[0].sampleUrns).toEqual([datasetUrn('a'), datasetUrn('b')]);
    for (const planToken of [json.planToken, undefined]) {
      expect((await root.request('POST', `${PLANS}/apply`, { ...kept, planToken })).status).toBe(409);
    }
    await assign('a', 'open');
    await assign('b', 'open');
    const { status, json: applied } = await root.request('POST', `${PLANS}/apply`, kept);
    expect([status, applied.definitions[0].change]).toEqual([200, 'compatible']);
    expect(await valuesOf('a', 'b', 'c')).toEqual(['open', 'open', 'internal']);
    expect(await allowed()).toEqual(['open', 'internal']);
  });

  it('finds numbers and dates that are removed', async () => {
    const cases = [
      ['number', { double: 30 }, { double: 7.5 }],
      ['date', { string: '2026-01-31' }, { string: '2026-02-01' }],
    ] as const;
    for (const [type, held, other] of cases) {
      const typed = `${name}${type}`;
      await catalog.define(typed, { type, allowedValues: [held, other] });
      const path = aspectPath(datasetUrn('d'), 'structuredProperties');
      await root.request('POST', path, {
        properties: [{ propertyUrn: propertyUrn(typed), values: [held] }],
      });
      const urn = propertyUrn(typed);
      const to = (...values: readonly Value[]) => ({
        definitions: [
          { urn, propertyDefinition: definition(typed, { type, allowedValues: values }), keepValues: true },
        ],
      });
      expect((await root.request('POST', `${PLANS}/apply`, to(other))).status).toBe(409);
      expect((await root.request('POST', `${PLANS}/apply`, to(held))).status).toBe(200);
    }
  });

  it('is refused for every other break', async () => {
    const { urn, propertyDefinition } = narrowed('open', 'internal');
    const others = [
      { ...propertyDefinition, cardinality: 'SINGLE' },
      { ...propertyDefinition, entityTypes: ['urn:li:entityType:datahub.chart'] },
      { ...propertyDefinition, valueType: 'urn:li:dataType:datahub.rich_text', version: '20990101000000' },
    ];
    for (const other of others) {
      const body = { definitions: [{ urn, propertyDefinition: other, keepValues: true }] };
      const { status, text } = await root.request('POST', PLANS, body);
      expect(status, text).toBe(400);
    }
  });
});
