import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import type { CommandResult } from '../../support/run-colophon.ts';
import { startServer } from '../../support/start-server.ts';
import type { TestServer } from '../../support/start-server.ts';

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

describe('colophon properties', () => {
  it('creates the definitions of a file, says so by urn, and updates them the next time', async () => {
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

  it('prints what it reads', async () => {
    const { stdout } = await computer.run(['properties', 'get', '--urn', 'io.acme.owner']);
    expect(await computer.run(['properties', 'upsert', '-f', '-'], { input: stdout })).toMatchObject({
      code: 0,
      stdout: 'Unchanged structured property urn:li:structuredProperty:io.acme.owner\n',
    });
    expect((await computer.run(['properties', 'get', '--urn', 'io.acme.owner'])).stdout).toBe(stdout);
  });

  it('lists definitions, soft-deleted ones only when asked', async () => {
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

  it('writes nothing of a file with one bad definition, and says which and why', async () => {
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

  it('places a refusal of the server also when the file has one definition', async () => {
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

  it('refuses files that are no plain YAML in UTF-8', async () => {
    writeFileSync(join(computer.home, 'latin1.yaml'), Buffer.from([0x69, 0x64, 0x3a, 0x20, 0xe9]));
    const { stderr } = await computer.run(['properties', 'upsert', '-f', 'latin1.yaml']);
    expect(stderr).toBe('colophon: The file latin1.yaml cannot be read: it is not UTF-8 text.\n');
    expect((await upsert('id: a\n\ttype: b\n')).stderr).toContain('p.yaml, line 2: a tab cannot indent YAML');
    expect((await upsert('id: a\nid: b\n')).stderr).toContain('p.yaml, line 2: duplicate key');
  });
});
