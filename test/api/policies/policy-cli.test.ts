import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let computer: Computer;
const folder = mkdtempSync(join(tmpdir(), 'colophon-policy-'));
const DATASET = datasetUrn('a');

beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
  await clientOf(server).dataset('a');
  await addActor(server, 'alice');
  await writePolicy(server, 'alice', {
    privileges: ['EDIT_ENTITY_TAGS'],
    actors: { users: [userUrn('alice')] },
  });
});

afterAll(async () => {
  computer[Symbol.dispose]();
  rmSync(folder, { recursive: true });
  await server.stop();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const explain = (privilege: string, ...more: readonly string[]) =>
  computer.run(['policy', 'explain', '--actor', userUrn('alice'), '--privilege', privilege, ...more]);

describe('colophon policy', () => {
  it('lists', async () => {
    const { stdout } = await computer.run(['policy', 'list']);
    expect(stdout).toMatch(/urn:li:dataHubPolicy:7 +All Users - Base Platform Privileges +PLATFORM +ACTIVE/);
    const { policies } = (await computer.json(['policy', 'list'])) as { policies: { name: string }[] };
    expect(policies).toHaveLength(15);
  });

  it('explains', async () => {
    const allowed = await explain('EDIT_ENTITY_TAGS', '--urn', DATASET);
    expect(allowed.stdout).toBe('Allowed: urn:li:dataHubPolicy:alice allows EDIT_ENTITY_TAGS.\n');
    const denied = await explain('MANAGE_TAGS');
    expect(denied.code).toBe(0);
    expect(denied.stdout).toContain(`Denied: No active policy allows ${userUrn('alice')} MANAGE_TAGS.`);
    expect(denied.stdout).toContain('it applies to urn:li:dataHubRole:Admin, not to urn:li:corpuser:alice');
    const unknown = await explain('FLY');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("There is no privilege 'FLY'") as string,
    ]);
    expect((await computer.run(['policy', 'explain', '--actor', 'alice', '--privilege', 'X'])).code).toBe(2);
    const propertiesOfNothing = await explain('EDIT_ENTITY_PROPERTIES', '--property', propertyUrn('p'));
    expect(propertiesOfNothing.code).toBe(1);
    expect(propertiesOfNothing.stderr).toContain('Name the entity with --urn.');
  });

  it('reports missing entities in an explanation', async () => {
    const missing = datasetUrn('missing');
    const { code, stdout } = await explain(
      'EDIT_ENTITY_TAGS',
      '--urn',
      missing,
      '--property',
      propertyUrn('p'),
    );
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      `${missing} does not exist, so the decision is based on its urn alone.`,
      `${propertyUrn('p')} does not exist, so the decision is based on its urn alone.`,
    ]);
    const nobody = ['policy', 'explain', '--actor', userUrn('nobody'), '--privilege', 'MANAGE_TAGS'];
    expect(await computer.json(nobody)).toMatchObject({ allowed: false, unknown: [userUrn('nobody')] });
    const known = ['policy', 'explain', '--actor', userUrn('alice'), '--privilege', 'MANAGE_TAGS'];
    expect(await computer.json(known)).toMatchObject({ unknown: [] });
  });

  it('does not reveal policies that the caller may not see', async () => {
    const alice = await withToken(server, userUrn('alice'));
    using own = new Computer(alice);
    const question = ['--actor', userUrn('alice'), '--privilege', 'EDIT_ENTITY', '--urn', DATASET];
    const { stdout } = await own.run(['policy', 'explain', ...question]);
    expect(stdout).toBe(
      `Denied: No active policy allows ${userUrn('alice')} EDIT_ENTITY on ${DATASET}.\n` +
        'No policy that you can see comes close.\n',
    );
  });

  it('lists privilege holders', async () => {
    const question = ['policy', 'who-may', '--urn', DATASET, '--privilege', 'EDIT_ENTITY_TAGS'];
    const { stdout } = await computer.run(question);
    expect(stdout).toMatch(/\nurn:li:dataHubPolicy:alice +test +EDIT_ENTITY_TAGS +alice\n/);
    expect(stdout).toMatch(/urn:li:dataHubPolicy:editor-metadata-policy .* Editor\n/);
    const all = (await computer.json(question.slice(0, 4))) as { policies: { policyUrn: string }[] };
    expect(all.policies).toContainEqual(
      expect.objectContaining({ policyUrn: 'urn:li:dataHubPolicy:alice', privileges: ['EDIT_ENTITY_TAGS'] }),
    );
    using own = new Computer(await withToken(server, userUrn('alice')));
    const refused = await own.run(question);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('MANAGE_POLICIES') as string]);
  });

  it('tests expectations, with an exit code', async () => {
    const good = file(
      'good.yaml',
      `- { actor: ${userUrn('alice')}, privilege: EDIT_ENTITY_TAGS, urn: "${DATASET}", expect: allowed }
- { actor: ${userUrn('alice')}, privilege: MANAGE_TAGS, expect: denied }
`,
    );
    expect(await computer.run(['policy', 'test', good])).toMatchObject({
      code: 0,
      stdout: '2 expectations, 0 not met.\n',
    });
    const bad = file(
      'bad.yaml',
      `- actor: ${userUrn('alice')}\n  privilege: MANAGE_TAGS\n  expect: allowed\n`,
    );
    const failed = await computer.run(['policy', 'test', bad]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(`line 1: ${userUrn('alice')} MANAGE_TAGS should be allowed.`);
    const json = await computer.run(['policy', 'test', bad, '--format', 'json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      expectations: 1,
      failed: 1,
      results: [{ expected: 'allowed', found: 'denied', ok: false, line: 1 }],
    });
  });

  it.each([
    ['- actor: alice\n  privilege: X\n  expect: allowed\n', "line 1: 'alice' is not a urn."],
    ['- actor: urn:li:corpuser:a\n  privilege: X\n', "'expect' must be allowed or denied."],
    ['- privilege: X\n  expect: denied\n', "an expectation needs 'actor' and 'privilege'."],
    ['- actr: x\n', "there is no key 'actr'. Did you mean 'actor'?"],
    ['- 1\n', 'an expectation is a mapping'],
    ['', 'there are no expectations'],
    [
      '- {actor: "urn:li:corpuser:a", privilege: VIEW_ANALYTICS, expect: allowed}\n' +
        '- {actor: "urn:li:corpuser:a", privilege: MANAGE_TAG, expect: denied}\n',
      "wrong.yaml, line 2: There is no privilege 'MANAGE_TAG'. Did you mean 'MANAGE_TAGS'?",
    ],
    [
      '- {actor: "urn:li:corpGroup:g", privilege: MANAGE_TAGS, expect: denied}\n',
      'wrong.yaml, line 1: Invalid urn!: urn:li:corpGroup:g',
    ],
  ])('reports the problem in a file: %j', async (text, message) => {
    const { code, stderr } = await computer.run(['policy', 'test', file('wrong.yaml', text)]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message) as string]);
  });
});
