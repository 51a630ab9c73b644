import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type Value,
} from '../../support/catalog-client.ts';
import { Computer, type CommandResult } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

function upsert(content: string): Promise<CommandResult> {
  writeFileSync(join(computer.home, 'p.yaml'), content);
  return computer.run(['properties', 'upsert', '-f', 'p.yaml']);
}

const RETENTION = `
- id: io.acme.retentionDays
  type: number
  display_name: Retention
  description: How long it is kept.
  cardinality: MULTIPLE
  entity_types: [dataset, dataFlow]
  allowed_values:
    - value: 30
      description: a month
    - value: 90.5
- urn: urn:li:structuredProperty:io.acme.owner
  qualified_name: io.acme.owner
  type: urn
  entity_types: [urn:li:entityType:dataset]
  type_qualifier:
    allowed_types: [corpuser]
  settings:
    show_in_search_filters: true
`;

describe('properties apply --replace', () => {
  it('replaces the removed value, and keeps every other one', async () => {
    const catalog = clientOf(server);
    const allowed = (...values: readonly string[]) => ({
      allowedValues: values.map((string) => ({ string })),
    });
    await catalog.define('cli.level', allowed('open', 'secret'));
    for (const [name, string] of [
      ['a', 'open'],
      ['b', 'secret'],
    ] as const) {
      await catalog.dataset(name);
      await catalog.assign(datasetUrn(name), { 'cli.level': [{ string }] });
    }
    const yaml = 'id: cli.level\ntype: string\nentity_types: [dataset]\nallowed_values: [{ value: open }]\n';
    writeFileSync(join(computer.home, 'level.yaml'), `- ${yaml.trim().replaceAll('\n', '\n  ')}\n`);
    const apply = (...args: readonly string[]): Promise<CommandResult> =>
      computer.run(['properties', 'apply', '-f', 'level.yaml', ...args]);
    expect((await apply('--replace', 'secret')).stderr).toContain('--replace and --by belong together');
    const { code, stdout } = await apply('--replace', 'secret', '--by', 'open');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Undo this with: colophon undo --edit')]);
    expect(await catalog.values(datasetUrn('a'))).toEqual({ 'cli.level': [{ string: 'open' }] });
    expect(await catalog.values(datasetUrn('b'))).toEqual({ 'cli.level': [{ string: 'open' }] });
  });
});

describe('colophon properties', () => {
  it('creates the definitions of a file, prints their urns, and updates them the next time', async () => {
    const lines = (verb: string) =>
      `${verb} structured property urn:li:structuredProperty:io.acme.retentionDays\n` +
      `${verb} structured property urn:li:structuredProperty:io.acme.owner\n`;
    expect(await upsert(RETENTION)).toEqual({ code: 0, stdout: lines('Created'), stderr: '' });
    expect(await upsert(RETENTION)).toEqual({ code: 0, stdout: lines('Unchanged'), stderr: '' });
    const changed = await upsert(RETENTION.replace('How long', 'For how long'));
    expect(changed.stdout).toBe(
      lines('Updated').replace(
        'Updated structured property urn:li:structuredProperty:io.acme.owner',
        'Unchanged structured property urn:li:structuredProperty:io.acme.owner',
      ),
    );
    await upsert(RETENTION);
    const again = ['properties', 'upsert', '-f', 'p.yaml'];
    expect(await computer.json(again)).toContainEqual({
      urn: propertyUrn('io.acme.owner'),
      change: 'unchanged',
    });
  });

  it('shows a definition in the form of the files', async () => {
    const shown = await computer.json(['properties', 'get', '--urn', propertyUrn('io.acme.retentionDays')]);
    expect(shown).toEqual({
      urn: 'urn:li:structuredProperty:io.acme.retentionDays',
      qualified_name: 'io.acme.retentionDays',
      type: 'urn:li:dataType:datahub.number',
      description: 'How long it is kept.',
      display_name: 'Retention',
      entity_types: ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.dataFlow'],
      cardinality: 'MULTIPLE',
      allowed_values: [{ value: '30', description: 'a month' }, { value: '90.5' }],
    });
    const forPeople = await computer.run(['properties', 'get', '--urn', 'io.acme.retentionDays']);
    expect(forPeople.stdout).toContain('qualified_name: io.acme.retentionDays\n');
    expect(forPeople.stdout).toContain('  - value: "30"\n    description: a month\n');
  });

  it('prints valid input', async () => {
    const { stdout } = await computer.run(['properties', 'get', '--urn', 'io.acme.owner']);
    expect(await computer.run(['properties', 'upsert', '-f', '-'], { input: stdout })).toMatchObject({
      code: 0,
      stdout: 'Unchanged structured property urn:li:structuredProperty:io.acme.owner\n',
    });
    expect((await computer.run(['properties', 'get', '--urn', 'io.acme.owner'])).stdout).toBe(stdout);
  });

  it.each<[string, readonly Value[]]>([
    [
      'string',
      ['030', '1e3', 'true', 'null', '~', '', ' x ', '- a', "it's: #1", 'ü\n2'].map((string) => ({ string })),
    ],
    ['rich_text', ['**a**\n\n- b\n', '<b>'].map((string) => ({ string }))],
    ['number', [0, -0.5, 30, 1e-7, 1e21, 1.7976931348623157e308].map((double) => ({ double }))],
    ['date', ['1000-01-01', '2026-02-28'].map((string) => ({ string }))],
    ['urn', ['urn:li:corpuser:a', datasetUrn('ü, b')].map((string) => ({ string }))],
  ])('reads its own output of type %s without changes', async (type, values) => {
    const urn = propertyUrn(`io.acme.all.${type}`);
    const path = `${aspectPath(urn, 'propertyDefinition', 'v3')}?createIfNotExists=false`;
    const settings = aspectPath(urn, 'structuredPropertySettings', 'v3');
    const types = ['dataset', 'mlModel', 'schemaField'].map((of) => `urn:li:entityType:datahub.${of}`);
    const value = {
      ...definition(`io.acme.all.${type}`, { type, cardinality: 'MULTIPLE', immutable: true }),
      entityTypes: types,
      version: '20260101000000',
      displayName: 'yes',
      description: '- a: "b"\n# c\n',
      allowedPlatforms: ['urn:li:dataPlatform:hive'],
      typeQualifier: { allowedTypes: types },
      allowedValues: values.map((one, i) => ({ value: one, ...(i % 2 === 0 && { description: `no ${i}` }) })),
    };
    await clientOf(server).post('urn:li:dataPlatform:hive', 'dataPlatformInfo', {
      name: 'hive',
      type: 'OTHERS',
      datasetNameDelimiter: '.',
    });
    const defined = await server.request('POST', path, { value });
    expect(defined.status, defined.text).toBe(200);
    const shown = { isHidden: false, showInSearchFilters: true, showInColumnsTable: false };
    const hidden = { showInAssetSummary: false, showAsAssetBadge: false, hideInAssetSummaryWhenEmpty: false };
    await server.request('POST', settings, { value: { ...shown, ...hidden } });
    const stored = async (): Promise<unknown> => [
      (await server.request('GET', path)).json,
      (await server.request('GET', settings)).json,
    ];
    const before = await stored();
    const { stdout } = await computer.run(['properties', 'get', '--urn', urn]);
    const again = await computer.run(['properties', 'upsert', '-f', '-'], { input: stdout });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(await stored()).toEqual(before);
  });

  it('lists definitions, with soft-deleted ones on request', async () => {
    await upsert('{id: io.acme.old, type: date, entity_types: [chart]}');
    await computer.run(['delete', '--urn', propertyUrn('io.acme.old')]);
    const { stdout } = await computer.run(['properties', 'list']);
    expect(stdout.split('\n')[0]).toMatch(/^QUALIFIED NAME +TYPE +VALUES +ENTITY TYPES +NAME$/);
    expect(stdout).toMatch(/^io\.acme\.retentionDays +number +many of 2 +dataset, dataFlow +Retention$/m);
    expect(stdout).not.toContain('io.acme.old');
    expect(await computer.json(['properties', 'list', '--removed'])).toContainEqual(
      expect.objectContaining({ qualified_name: 'io.acme.old', removed: true }),
    );
  });

  it('writes nothing of a file with one invalid definition, and names it with the reason', async () => {
    const good = '- {id: io.acme.fine, type: string, entity_types: [dataset]}\n';
    const unreadable = await upsert(`${good}- id: io.acme.bad\n  type: nubmer\n  entity_types: [dataset]\n`);
    expect(unreadable).toMatchObject({ code: 1, stdout: '' });
    expect(unreadable.stderr).toBe(
      "colophon: Nothing was written. p.yaml, line 3, definition 2 (io.acme.bad): there is no type 'nubmer'. " +
        "Did you mean 'number'? Types are string, rich_text, number, date, urn.\n",
    );
    const refused = await upsert(
      `${good}- id: io.acme.retentionDays\n  type: string\n  entity_types: [dataset]\n`,
    );
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^colophon: Nothing was written\. p\.yaml, line 2, definition 2 \(urn:li:structuredProperty:io\.acme\.retentionDays\): .*Value type cannot be changed/,
    );
    expect((await computer.run(['properties', 'get', '--urn', 'io.acme.fine'])).code).toBe(1);
  });

  it('adds the line to a refusal of the server also for one definition', async () => {
    const { code, stderr } = await upsert('\nid: has space\ntype: string\nentity_types: [dataset]\n');
    expect(code).toBe(1);
    expect(stderr).toContain('p.yaml, line 2, definition 1 (urn:li:structuredProperty:has space): ');
    expect(stderr).toContain('cannot have spaces');
  });

  it('breaks a definition on purpose with a version', async () => {
    const broken = '{id: io.acme.breaks, type: string, entity_types: [dataset]}';
    await upsert(broken);
    const refused = await upsert(broken.replace('string', 'number'));
    expect(refused.stderr).toContain('Value type cannot be changed');
    expect(await upsert(broken.replace('string', 'number, version: 20260131120000'))).toMatchObject({
      code: 0,
    });
  });

  it.each([
    [
      ['get', '--urn', 'io.acme.never'],
      1,
      'There is no structured property urn:li:structuredProperty:io.acme.never',
    ],
    [['get', '--urn', 'urn:li:tag:x'], 2, 'urn:li:tag:x is a tag, not a structuredProperty'],
    [['upsert', '-f', 'never.yaml'], 1, 'The file never.yaml cannot be read: there is no such file'],
    [['upsert', '-f', '.'], 1, 'cannot be read: it is a folder'],
    [['upsert'], 2, "required option '-f, --file <file>' not specified"],
    [['list', '--token', 'wrong'], 1, 'does not accept the access token'],
  ])('ends %j with %d and a sentence', async (args, code, message) => {
    const result = await computer.run(['properties', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses files that are not plain YAML in UTF-8', async () => {
    writeFileSync(join(computer.home, 'latin1.yaml'), Buffer.from([0x69, 0x64, 0x3a, 0x20, 0xe9]));
    const { stderr } = await computer.run(['properties', 'upsert', '-f', 'latin1.yaml']);
    expect(stderr).toBe('colophon: The file latin1.yaml cannot be read: it is not UTF-8 text.\n');
    expect((await upsert('id: a\n\ttype: b\n')).stderr).toContain('p.yaml, line 2: a tab cannot indent YAML');
    expect((await upsert('id: a\nid: b\n')).stderr).toContain('p.yaml, line 2: duplicate key');
  });
});

describe('properties coverage', () => {
  it('counts now and earlier', async () => {
    const catalog = clientOf(server);
    await catalog.define('covered');
    for (const name of ['covered.a', 'covered.b']) await catalog.dataset(name);
    await catalog.assign(datasetUrn('covered.a'), { covered: [{ string: 'v' }] });
    const { code, stdout } = await computer.run(['properties', 'coverage', 'covered', '--days', '7']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^PROPERTY +ASSETS +WITH A VALUE +CHANGE\ncovered +\d+ +1 \(\d+ %\) +no history\n$/,
    );
    const json = await computer.run(['properties', 'coverage', 'covered', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      properties: [{ property: propertyUrn('covered'), points: [{ present: 1 }] }],
    });
    const none = await computer.run(['properties', 'coverage', 'no.such']);
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('No such property.')]);
    const refused = await computer.run(['properties', 'coverage', '--days', '1000']);
    expect(refused.stderr).toContain("'days' must be a whole number from 1 to 366, not 1000.");
  });
});

describe('properties values', () => {
  it('lists the values in use', async () => {
    const catalog = clientOf(server);
    await catalog.define('used');
    for (const [name, string] of [
      ['used.a', 'high'],
      ['used.b', 'high'],
      ['used.c', 'low'],
    ] as const) {
      await catalog.dataset(name);
      await catalog.assign(datasetUrn(name), { used: [{ string }] });
    }
    const { code, stdout } = await computer.run(['properties', 'values', 'used']);
    expect([code, stdout.replaceAll(/ +/g, ' ')]).toEqual([0, 'VALUE ASSETS\nhigh 2\nlow 1\n']);
    const json = await computer.run(['properties', 'values', 'used', '--query', 'LOW', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toEqual({ values: [{ value: { string: 'low' }, count: 1 }] });
    const none = await computer.run(['properties', 'values', 'used', '--query', 'middle']);
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining("No value contains 'middle'.")]);
    const refused = await computer.run(['properties', 'values', 'used', '--count', '51']);
    expect(refused.stderr).toContain("'count' must be a whole number from 1 to 50, not 51.");
  });
});
