import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const ORDERS = datasetUrn('shop.orders');
const VISITS = datasetUrn('shop.visits');
const PROPOSE = ['--propose', '--title', 'Name the teams', '--reason', 'an audit'];
const HELD =
  /^colophon: Held for review as (urn:li:changeProposal:(\S+))\. Nothing was changed yet\.\nSee it with: colophon proposals show \1\n$/;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** Has all rights, and no terminal. */
let computer: Computer;
/** Has a token that only proposes. */
let agent: Computer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  computer = new Computer(server);
  await client.define('team');
  for (const name of ['shop.orders', 'shop.visits']) await client.dataset(name);
  agent = new Computer(await addActor(server, 'robot', { roles: ['Admin'], token: { proposeOnly: true } }));
});
afterAll(async () => {
  computer[Symbol.dispose]();
  agent[Symbol.dispose]();
  await server.stop();
});

beforeEach(async () => {
  for (const urn of [ORDERS, VISITS]) await client.assign(urn, { team: [{ string: 'red' }] });
});

const REPLACE = ['assign', '--property', 'team', '--replace', 'red', '--by'];

/** Proposes another team instead of red for both datasets; resolves with the id of the proposal. */
async function proposed(team: string): Promise<string> {
  const { code, stdout, stderr } = await computer.run([...REPLACE, team, ...PROPOSE]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(`Proposed: 2 items, 2 that you may approve. See it with: colophon proposals show`);
  return stdout.trim();
}

describe('colophon proposals', () => {
  it('shows what assign has proposed, which changes nothing', async () => {
    const id = await proposed('shown');
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    const { code, stdout, stderr } = await computer.run(['proposals', 'show', id]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /^Name the teams\nurn: urn:li:changeProposal:\S+\nstate: OPEN\nreason: an audit\n/,
    );
    for (const urn of [ORDERS, VISITS]) {
      const [, lines = ''] = stdout.split(`\n\n${urn}\n`);
      expect(lines).toMatch(/^ {2}\[[0-9a-f]{5}\] team: red → shown \(may approve\)$/m);
    }
    expect(stderr).toMatch(
      new RegExp(`To approve exactly this:\n {2}colophon proposals approve ${id} --review-token \\S+`),
    );
    const listed = await computer.run(['proposals', 'list', '--urn', ORDERS, '--for', 'me']);
    expect(listed.stdout).toMatch(new RegExp(`^${id} +Name the teams +OPEN +\\S+ +datahub +2 +0$`, 'm'));
    const all = await computer.json(['proposals', 'list', '--state', 'all']);
    expect(jsonItems(jsonAt(all, 'proposals')).map((one) => jsonAt(one, 'id'))).toContain(id);
  });

  it('approves what was shown, after a confirmation, which undo takes back', async () => {
    const id = await proposed('asked');
    const unasked = await computer.run(['proposals', 'approve', id]);
    expect(unasked).toMatchObject({ code: 2, stdout: '' });
    expect(unasked.stderr).toContain('Add --review-token to approve what you have seen, or --yes.');
    const refused = await computer.run(['proposals', 'approve', id], { answers: ['n'] });
    expect(refused).toMatchObject({ code: 0, stdout: '' });
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    const done = await computer.run(['proposals', 'approve', id, '--comment', 'fine'], { answers: ['y'] });
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^state: APPROVED$/m);
    expect(done.stdout).toContain(`undo with: colophon undo --run proposal-${id}`);
    expect(done.stdout).toMatch(/^ {2}\S+ urn:li:corpuser:datahub: fine$/m);
    for (const urn of [ORDERS, VISITS])
      expect(await client.values(urn)).toEqual({ team: [{ string: 'asked' }] });
    const undone = await computer.run(['undo', '--run', `proposal-${id}`, '--yes']);
    expect(undone.code, undone.stderr).toBe(0);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    expect(await computer.run(['proposals', 'approve', id, '--yes'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('approves only some items, by their ids', async () => {
    const id = await proposed('some');
    const shown = await computer.json(['proposals', 'show', id]);
    const item = jsonItems(jsonAt(shown, 'items')).find((one) => jsonAt(one, 'urn') === VISITS);
    const args = [
      '--only',
      String(jsonAt(item, 'id')),
      '--review-token',
      String(jsonAt(shown, 'reviewToken')),
    ];
    const { code, stdout, stderr } = await computer.run(['proposals', 'approve', id, ...args]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^state: PARTLY_APPROVED$/m);
    expect(await client.values(VISITS)).toEqual({ team: [{ string: 'some' }] });
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
  });

  it('refuses to overwrite what has changed since, unless it is asked to', async () => {
    const id = await proposed('late');
    const token = String(jsonAt(await computer.json(['proposals', 'show', id]), 'reviewToken'));
    await client.assign(ORDERS, { team: [{ string: 'blue' }] });
    expect((await computer.run(['proposals', 'show', id])).stdout).toMatch(
      /^ {2}\[[0-9a-f]{5}\] team: blue → late \(conflict, may approve\)$/m,
    );
    const outdated = await computer.run(['proposals', 'approve', id, '--review-token', token]);
    expect(outdated).toMatchObject({ code: 1, stdout: '' });
    const conflicting = await computer.run(['proposals', 'approve', id, '--yes']);
    expect(conflicting).toMatchObject({ code: 1, stdout: '' });
    expect(await client.values(VISITS)).toEqual({ team: [{ string: 'red' }] });
    const done = await computer.run(['proposals', 'approve', id, '--yes', '--overwrite']);
    expect(done.code, done.stderr).toBe(0);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'late' }] });
  });

  it('comments, rejects and withdraws', async () => {
    const first = await proposed('rejected');
    const said = await computer.run(['proposals', 'comment', first, 'Why?']);
    expect(said.stdout).toMatch(/^Comments:\n {2}\S+ urn:li:corpuser:datahub: Why\?$/m);
    const rejected = await computer.run(['proposals', 'reject', first, '--comment', 'No']);
    expect(rejected.stdout).toMatch(/^state: REJECTED$/m);
    const second = await proposed('withdrawn');
    const { stdout } = await computer.run(['proposals', 'withdraw', second]);
    expect(stdout).toMatch(/^state: WITHDRAWN$/m);
    const rejectedOnes = await computer.json(['proposals', 'list', '--state', 'rejected']);
    expect(jsonItems(jsonAt(rejectedOnes, 'proposals')).map((one) => jsonAt(one, 'id'))).toEqual([first]);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
  });

  it.each([
    [['proposals', 'list', '--state', 'closed'], 2, 'Allowed choices are open,'],
    [['proposals', 'list', '--limit', '0'], 2, '--limit must be a whole number'],
    [['proposals', 'show', 'urn:li:tag:pii'], 2, 'is a tag, not a changeProposal'],
    [['proposals', 'show', 'none'], 1, 'none'],
    [['proposals', 'approve', 'none', '--yes'], 1, 'none'],
    [[...REPLACE, 'x', '--propose', '--title', 'x'], 2, 'Add --title and --reason.'],
    [[...REPLACE, 'x', '--yes', '--reason', 'x'], 2, 'Add --propose'],
    [[...REPLACE, 'x', '--dry-run', ...PROPOSE], 2, '--dry-run does not work with --propose'],
  ])('refuses %j', async (args, code, message) => {
    const result = await computer.run(args);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('a propose-only token', () => {
  it('has its limit shown', async () => {
    const { code, stderr } = await computer.run(['token', 'create', '--name', 'asks', '--propose-only']);
    expect(code, stderr).toBe(0);
    expect((await computer.run(['token', 'list'])).stdout).toMatch(
      / asks +urn:li:corpuser:datahub +propose-only /,
    );
    const listed = jsonItems(await computer.json(['token', 'list']));
    const id = String(
      jsonAt(
        listed.find((one) => jsonAt(one, 'name') === 'asks'),
        'id',
      ),
    );
    expect((await computer.run(['token', 'show', id])).stdout).toMatch(/^proposeOnly: true$/m);
    const both = ['token', 'create', '--name', 'x', '--propose-only', '--read-only'];
    expect(await computer.run(both)).toMatchObject({ code: 1, stdout: '' });
  });

  it('makes a proposal of each command that writes, which then ends with 3', async () => {
    const { code, stderr, stdout } = await agent.run([...REPLACE, 'held', '--yes']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(HELD);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    const again = await agent.run([...REPLACE, 'held', '--yes', '--format', 'json']);
    expect(again.code).toBe(3);
    const [, urn = '', id = ''] = HELD.exec(stderr) ?? [];
    expect(JSON.parse(again.stderr)).toMatchObject({ code: 'HELD', problems: [{ data: { proposal: urn } }] });
    const approved = await computer.run(['proposals', 'approve', id, '--yes']);
    expect(approved.code, approved.stderr).toBe(0);
    expect(await client.values(VISITS)).toEqual({ team: [{ string: 'held' }] });
  });

  it('makes a proposal of definitions in a file', async () => {
    const path = join(agent.home, 'team.yaml');
    writeFileSync(path, '- id: team\n  type: string\n  entity_types: [dataset]\n  description: Who asks\n');
    const { code, stderr } = await agent.run(['properties', 'upsert', '-f', path]);
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(HELD);
    const { json } = await server.request(
      'GET',
      `/openapi/v3/entity/structuredproperty/${propertyUrn('team')}/propertyDefinition`,
    );
    expect(json.value.description).toBeUndefined();
  });

  it('approves nothing', async () => {
    const id = await proposed('own');
    const { code, stderr } = await agent.run(['proposals', 'approve', id, '--yes']);
    expect(code, stderr).toBe(1);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    expect((await computer.run(['proposals', 'withdraw', id])).code).toBe(0);
  });
});
