import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  computer = new Computer(server);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

const HIVE = 'urn:li:dataPlatform:hive';

/** A property with one value on one dataset. */
async function assigned(name: string): Promise<string> {
  await client.define(name, { cardinality: 'MULTIPLE' });
  await client.dataset(name);
  expect((await client.assign(datasetUrn(name), { [name]: [{ string: 'red' }] })).status).toBe(200);
  return propertyUrn(name);
}

function file(name: string, text: string): string {
  writeFileSync(join(computer.home, name), text);
  return name;
}

const affected = (name: string) => ({
  entities: 1,
  values: 1,
  byEntityType: { dataset: 1 },
  byPlatform: { [HIVE]: 1 },
  byValue: { red: 1 },
  sampleUrns: [datasetUrn(name)],
});

describe('the command line', () => {
  it('plans a file, as JSON and for people, and applies the plan', async () => {
    const urn = await assigned('cli.level');
    const yaml = (version: string) =>
      `- {id: cli.level, type: string, entity_types: [dataset]${version}}\n- {id: cli.new, type: date, entity_types: [dataset]}\n`;
    const unversioned = file('unversioned.yaml', yaml(''));
    const versioned = file('versioned.yaml', yaml(', version: 20261121120000'));

    const plan = await computer.json(['properties', 'plan', '-f', unversioned]);
    expect(Object.keys(Object(plan))).toEqual(['planToken', 'sequence', 'definitions', 'undoableUntil']);
    expect(jsonAt(plan, 'definitions')).toMatchObject([
      { urn, change: 'breaking', ...affected('cli.level') },
      { urn: propertyUrn('cli.new'), change: 'create' },
    ]);

    const unfinished = await computer.run(['properties', 'plan', '-f', unversioned]);
    expect(unfinished.stderr).toContain(
      `until the file has a new version of ${urn}. Add it, then plan again.`,
    );
    expect(unfinished.stderr).not.toContain('--plan');

    const text = await computer.run(['properties', 'plan', '-f', versioned]);
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toContain(`breaking  1         1       ${urn}`);
    expect(text.stdout).toContain(
      '  Property definition cardinality cannot be changed from MULTIPLE to SINGLE',
    );
    expect(text.stdout).toContain(`  by platform: ${HIVE} (1)`);
    expect(text.stderr).toContain('Nothing was changed');
    const token = /--plan (\S+)/.exec(text.stderr)?.[1] ?? '';

    const refused = await computer.run(['properties', 'apply', '-f', unversioned, '--plan', token]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('differs from the plan');
    const applied = await computer.json(['properties', 'apply', '-f', versioned, '--plan', token]);
    expect(jsonAt(applied, 'definitions', 0)).toMatchObject({ change: 'breaking', ...affected('cli.level') });
    expect(await client.values(datasetUrn('cli.level'))).toEqual({});
  });

  it('applies a file without a plan, and names the definition that is refused', async () => {
    await assigned('cli.plain');
    const compatible = file(
      'plain.yaml',
      'id: cli.plain\ntype: string\ncardinality: MULTIPLE\nentity_types: [dataset, chart]\n',
    );
    const { code, stdout } = await computer.run(['properties', 'apply', '-f', compatible]);
    expect(code).toBe(0);
    expect(stdout).toContain(`compatible  0         0       ${propertyUrn('cli.plain')}`);
    const breaking = file('broken.yaml', 'id: cli.plain\ntype: number\nentity_types: [chart]\n');
    const refused = await computer.run(['properties', 'apply', '-f', breaking]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`broken.yaml, line 1, definition 1 (${propertyUrn('cli.plain')})`);
  });

  it.each([
    ['softly', [], 'Soft-deleted'],
    ['for good', ['--hard'], 'Hard-deleted'],
  ])('plans deleting %s and does it', async (how, flags, sentence) => {
    const name = `cli.${how.replace(' ', '')}`;
    const urn = await assigned(name);
    const command = ['delete', '--urn', urn, ...flags];
    const plan = await computer.json([...command, '--dry-run']);
    expect(jsonAt(plan, 'definitions')).toEqual([
      { urn, change: 'delete', reasons: [], losses: [], ...affected(name) },
    ]);
    const text = await computer.run([...command, '--dry-run']);
    expect(text.stdout).toContain(`delete  1         1       ${urn}`);
    expect(text.stderr).toContain(`colophon delete --urn ${urn}${flags.length > 0 ? ' --hard' : ''} --plan `);
    expect(await client.find(`structuredProperties.${name}`)).toEqual([datasetUrn(name)]);

    const token = String(jsonAt(plan, 'planToken'));
    await client.dataset(`${name}.second`);
    await client.assign(datasetUrn(`${name}.second`), { [name]: [{ string: 'blue' }] });
    const outdated = await computer.run([...command, '--plan', token]);
    expect(outdated.code).toBe(1);
    expect(outdated.stderr).toContain('2 values on 2 entities');
    await client.assign(datasetUrn(name), {});
    const done = await computer.run([...command, '--plan', token]);
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain(`${sentence} ${urn}`);
    expect(await client.values(datasetUrn(`${name}.second`))).toEqual({});
  });

  it('names the option if the token is invalid', async () => {
    const path = file('token.yaml', 'id: cli.token\ntype: string\nentity_types: [dataset]\n');
    for (const command of [
      ['properties', 'apply', '-f', path],
      ['delete', '--urn', await assigned('cli.token.deleted')],
    ]) {
      const { code, stderr } = await computer.run([...command, '--plan', 'nonsense']);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^colophon: The --plan token is invalid/)]);
    }
  });

  it('refuses invalid input', async () => {
    const missing = await computer.run(['delete', '--urn', propertyUrn('cli.none'), '--dry-run']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain(`There is no structured property ${propertyUrn('cli.none')}`);
    const both = await computer.run(['delete', '--urn', propertyUrn('cli.none'), '--dry-run', '--plan', 'x']);
    expect(both.code).toBe(2);
    const dataset = await computer.run(['delete', '--urn', datasetUrn('x'), '--dry-run']);
    expect(dataset.stderr).toContain('A plan may contain structured properties only');
  });

  it('has help with examples', async () => {
    for (const command of ['plan', 'apply']) {
      const { stdout } = await computer.run(['properties', command, '--help']);
      expect(stdout).toContain(`$ colophon properties ${command} -f properties.yaml`);
    }
    expect((await computer.run(['delete', '--help'])).stdout).toContain('--hard --dry-run');
  });
});

const FIELDS = `planToken sequence definitions {
  urn change reasons entities values sampleUrns
  byEntityType { value count } byPlatform { value count } byValue { value count }
}`;
const PLAN = `query p($input: PlanStructuredPropertiesInput!) { planStructuredProperties(input: $input) { ${FIELDS} } }`;
const APPLY = `mutation a($input: PlanStructuredPropertiesInput!, $planToken: String) {
  applyStructuredPropertyPlan(input: $input, planToken: $planToken) { ${FIELDS} }
}`;

describe('GraphQL', () => {
  const input = (urn: string, rest: object = {}) => ({
    definitions: [
      {
        urn,
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        ...rest,
      },
    ],
  });

  it('plans and applies a definition', async () => {
    const urn = await assigned('gql.level');
    const versioned = input(urn, {
      displayName: 'Level',
      version: '20261121120000',
      allowedValues: [{ stringValue: 'low', description: 'little' }],
      settings: { showInSearchFilters: true },
    });
    const { data } = await server.graphql(PLAN, { input: versioned });
    const { planToken, sequence, definitions } = data.planStructuredProperties;
    expect(sequence).toBeGreaterThan(0);
    expect(definitions).toEqual([
      {
        urn,
        change: 'BREAKING',
        reasons: [
          expect.stringContaining('MULTIPLE to SINGLE'),
          expect.stringContaining('Cannot restrict values'),
        ],
        entities: 1,
        values: 1,
        sampleUrns: [datasetUrn('gql.level')],
        byEntityType: [{ value: 'dataset', count: 1 }],
        byPlatform: [{ value: HIVE, count: 1 }],
        byValue: [{ value: 'red', count: 1 }],
      },
    ]);
    const applied = await server.graphql(APPLY, { input: versioned, planToken });
    expect(applied.errors).toBeUndefined();
    expect(applied.data.applyStructuredPropertyPlan.definitions).toEqual(definitions);
    const stored = await server.request(
      'GET',
      `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`,
    );
    expect(stored.json.propertyDefinition.value).toEqual({
      ...definition('gql.level', { version: '20261121120000' }),
      displayName: 'Level',
      allowedValues: [{ value: { string: 'low' }, description: 'little' }],
    });
    expect(stored.json.structuredPropertySettings.value).toMatchObject({ showInSearchFilters: true });
  });

  it('refuses an outdated token, and an invalid plan', async () => {
    const urn = await assigned('gql.gone');
    const deletion = { deletions: [{ urn, hard: true }] };
    const { data } = await server.graphql(PLAN, { input: deletion });
    const { planToken } = data.planStructuredProperties;
    await client.define('gql.gone', { cardinality: 'MULTIPLE', entityTypes: ['dataset', 'chart'] });
    const outdated = await server.graphql(APPLY, { input: deletion, planToken });
    expect(outdated.errors[0].extensions.code).toBe(409);
    expect(outdated.errors[0].message).toContain(`${urn} has changed since`);
    const { errors } = await server.graphql(PLAN, { input: { deletions: [{ urn: datasetUrn('x') }] } });
    expect(errors[0].extensions.code).toBe(400);
  });
});
