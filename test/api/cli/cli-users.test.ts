import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let computer: Computer;
beforeAll(async () => {
  server = await startServer({ onDisk: true });
  computer = new Computer(server);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

async function post(path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(server.url + path, init)).status;
}

const logIn = (username: string, password: string) => post('/logIn', { username, password });

describe('colophon user', () => {
  it('sets and removes the password of the root user, from the folder, too', async () => {
    const elsewhere = new Computer();
    expect(await logIn('datahub', 'a password')).toBe(400);
    const set = ['user', 'set-password', 'datahub', '--data', server.folder];
    const done = await elsewhere.run(set, { input: 'a password\n' });
    expect(done).toEqual({ code: 0, stdout: 'Set the password of urn:li:corpuser:datahub.\n', stderr: '' });
    expect(await logIn('datahub', 'a password')).toBe(200);
    expect((await computer.run(['user', 'remove-password', 'datahub'])).code).toBe(0);
    expect(await logIn('datahub', 'a password')).toBe(400);
    elsewhere[Symbol.dispose]();
  });

  it('creates, lists, suspends, activates and removes users', async () => {
    const urn = 'urn:li:corpuser:ada@example.com';
    const create = ['user', 'create', 'ada@example.com', '--name', 'Ada', '--email', 'ada@example.com'];
    expect(await computer.json(create)).toEqual({ urn });
    const ada = async () =>
      jsonItems(await computer.json(['user', 'list', '--query', 'ada'])).find(
        (user) => jsonAt(user, 'urn') === urn,
      );
    const listed = {
      urn,
      displayName: 'Ada',
      email: 'ada@example.com',
      status: 'ACTIVE',
      hasPassword: false,
    };
    expect(await ada()).toEqual(listed);
    expect((await computer.run(['user', 'suspend', urn])).stdout).toBe(`Suspended ${urn}.\n`);
    expect(await ada()).toEqual({ ...listed, status: 'SUSPENDED' });
    expect((await computer.run(['user', 'list'])).stdout).toMatch(/ada@example\.com +Ada +suspended +no$/m);
    await computer.run(['user', 'activate', 'ada@example.com']);
    expect(await ada()).toEqual(listed);
    expect((await computer.run(['user', 'remove', 'ada@example.com'])).stdout).toBe(`Removed ${urn}.\n`);
    expect(await ada()).toBeUndefined();
  });

  it('creates service accounts', async () => {
    const made = await computer.json(['user', 'create', '--service', '--name', 'Nightly load']);
    const actor = String(jsonAt(made, 'urn'));
    expect(actor).toMatch(/^urn:li:corpuser:service_/);
    const token = await computer.json(['token', 'create', '--actor', actor, '--name', 'load']);
    const headers = { authorization: `Bearer ${String(jsonAt(token, 'token'))}` };
    expect((await fetch(`${server.url}/config`, { headers })).status).toBe(200);
  });

  it('creates links to sign up and to set a new password', async () => {
    const invite = new URL((await computer.run(['user', 'invite'])).stdout.trim());
    expect(`${invite.origin}${invite.pathname}`).toBe(`${server.url}/signup`);
    const inviteToken = invite.searchParams.get('invite_token');
    const person = { fullName: 'Ben', email: 'ben@example.com', title: 'Analyst' };
    expect(await post('/signUp', { ...person, password: 'long enough', inviteToken })).toBe(200);
    const reset = new URL((await computer.run(['user', 'reset', 'ben@example.com'])).stdout.trim());
    expect(reset.pathname).toBe('/reset');
    const resetToken = reset.searchParams.get('reset_token');
    const body = { email: 'ben@example.com', password: 'another one', resetToken };
    expect(await post('/resetNativeUserCredentials', body)).toBe(200);
    expect(await logIn('ben@example.com', 'another one')).toBe(200);
    const renewed = await computer.json(['user', 'invite', '--renew']);
    expect(jsonAt(renewed, 'token')).not.toBe(inviteToken);
  });

  it.each([
    [['create'], 2, 'Name the user, or use --service'],
    [['create', 'ada', '--service'], 2, 'Name the user, or use --service'],
    [['create', '--service'], 2, 'A service account needs a display name. Add --name.'],
    [['create', 'datahub'], 1, 'This user already exists!'],
    [['create', 'urn:li:corpGroup:x'], 2, 'urn:li:corpGroup:x is a corpGroup, not a corpuser'],
    [['suspend', 'datahub'], 1, 'cannot be suspended'],
    [['remove', 'nobody'], 1, 'urn:li:corpuser:nobody does not exist'],
    [['set-password', 'datahub'], 2, 'Standard input has no password'],
    [['reset', 'nobody'], 1, 'non-native user'],
    [['invite', '--role', 'Nothing'], 1, 'urn:li:dataHubRole:Nothing does not exist'],
  ])('refuses %j', async (args, code, message) => {
    const result = await computer.run(['user', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it('sets no password of a missing user', async () => {
    const result = await computer.run(['user', 'set-password', 'nobody'], { input: 'secret' });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('urn:li:corpuser:nobody does not exist');
  });
});

describe('colophon group', () => {
  it('creates groups, adds and removes members, and removes groups', async () => {
    const create = ['group', 'create', 'stewards', '--name', 'Data stewards'];
    expect((await computer.run(create)).stdout).toBe('Created urn:li:corpGroup:stewards.\n');
    await computer.run(['user', 'create', 'cat']);
    expect((await computer.run(['group', 'add', 'stewards', 'cat', 'datahub'])).stdout).toBe(
      'Added 2 users to urn:li:corpGroup:stewards.\n',
    );
    expect((await computer.run(['group', 'remove', 'stewards', 'cat'])).stdout).toBe(
      'Removed 1 user from urn:li:corpGroup:stewards.\n',
    );
    expect(await computer.json(['group', 'list'])).toEqual([
      {
        urn: 'urn:li:corpGroup:stewards',
        displayName: 'Data stewards',
        description: '',
        members: 1,
      },
    ]);
    expect((await computer.run(['group', 'list'])).stdout).toMatch(/stewards +Data stewards +1$/m);
    expect((await computer.run(['group', 'delete', 'stewards'])).code).toBe(0);
    expect(await computer.json(['group', 'list'])).toEqual([]);
  });

  it.each([
    [['add', 'nowhere', 'datahub'], 1, 'urn:li:corpGroup:nowhere does not exist'],
    [['add', 'nowhere'], 2, "missing required argument 'users'"],
    [['delete', 'urn:li:corpuser:datahub'], 2, 'urn:li:corpuser:datahub is a corpuser, not a corpGroup'],
  ])('refuses %j', async (args, code, message) => {
    const result = await computer.run(['group', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('colophon token', () => {
  it('creates and shows restricted tokens', async () => {
    const create = [
      'token',
      'create',
      '--actor',
      'urn:li:corpuser:datahub',
      '--name',
      'board',
      '--read-only',
    ];
    const narrow = ['--property', 'io.acme.tier', '--entity-type', 'dataset', 'chart'];
    const id = String(jsonAt(await computer.json([...create, ...narrow]), 'id'));
    expect(await computer.json(['token', 'show', id])).toMatchObject({
      id,
      name: 'board',
      readOnly: true,
      lastUsed: null,
      properties: ['urn:li:structuredProperty:io.acme.tier'],
      entityTypes: ['dataset', 'chart'],
    });
    const { stdout } = await computer.run(['token', 'show', id]);
    expect(stdout).toContain('readOnly: true\n');
    expect(stdout).toContain('entityTypes: dataset, chart');
    const wrong = await computer.run([...create, '--entity-type', 'table']);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain("There is no entity type 'table'");
    expect((await computer.run(['token', 'show', 'none'])).stderr).toContain('There is no access token');
  });
});
