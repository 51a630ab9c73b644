import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD } from '../../../src/version.ts';
import { Computer } from '../../support/run-colophon.ts';

let computer: Computer;
beforeAll(() => {
  computer = new Computer();
});
afterAll(() => computer[Symbol.dispose]());

const COMMANDS = [
  [],
  ['serve'],
  ['init'],
  ['properties'],
  ['properties', 'get'],
  ['properties', 'list'],
  ['properties', 'upsert'],
  ['dataset'],
  ['dataset', 'get'],
  ['delete'],
  ['restore'],
  ['token'],
  ['token', 'create'],
  ['token', 'list'],
  ['token', 'show'],
  ['token', 'revoke'],
  ['user'],
  ['user', 'create'],
  ['user', 'list'],
  ['user', 'suspend'],
  ['user', 'activate'],
  ['user', 'remove'],
  ['user', 'set-password'],
  ['user', 'remove-password'],
  ['user', 'invite'],
  ['user', 'reset'],
  ['group'],
  ['group', 'create'],
  ['group', 'list'],
  ['group', 'add'],
  ['group', 'remove'],
  ['group', 'delete'],
  ['executor'],
  ['webhooks'],
  ['webhooks', 'create'],
  ['webhooks', 'list'],
  ['webhooks', 'show'],
  ['webhooks', 'deliveries'],
  ['webhooks', 'test'],
  ['webhooks', 'rotate'],
  ['webhooks', 'enable'],
  ['webhooks', 'disable'],
  ['webhooks', 'replay'],
  ['webhooks', 'redeliver'],
  ['webhooks', 'delete'],
  ['demo'],
];

describe('colophon', () => {
  it('knows its version', async () => {
    expect(await computer.run(['--version'])).toEqual({ code: 0, stdout: `${BUILD}\n`, stderr: '' });
  });

  it.each(COMMANDS)('%s %s --help explains itself with examples', async (...command) => {
    const { code, stdout, stderr } = await computer.run([...command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${['colophon', ...command].join(' ')}`);
    expect(stdout).toMatch(/Examples:\n {2}# .*\n {2}\$ colophon /);
  });

  it.each([
    [['prperties'], "unknown command 'prperties' (Did you mean properties?)"],
    [['properties', 'gt'], "unknown command 'gt' (Did you mean get?)"],
    [['properties', 'list', '--format', 'xml'], 'Allowed choices are table, json'],
    [['properties', 'get'], "required option '--urn <urn>' not specified"],
    [['properties', 'list'], "Start one here with 'colophon serve'"],
    [['properties', 'list', '--server', 'http://127.0.0.1:9'], 'No access token for http://127.0.0.1:9. Run'],
    [['properties', 'list', '--server', 'localhost'], "'localhost' is not a server URL"],
    [['properties', 'list', '--data', 'nowhere'], 'There is no data folder'],
    [
      ['properties', 'list', '--data', '.', '--token', 't'],
      '--data cannot be combined with --server or --token',
    ],
    [['delete', '--urn', 'urn:li:nonsense'], 'Invalid urn!: urn:li:nonsense'],
  ])('ends with 2 and one sentence after %j', async (args, message) => {
    const { code, stdout, stderr } = await computer.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('says what is wrong when nothing answers, and shows the code only when asked', async () => {
    const args = ['properties', 'list', '--server', 'http://127.0.0.1:9', '--token', 't'];
    const failed = await computer.run(args);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^colophon: No server answers at http:\/\/127\.0\.0\.1:9 .*\n$/);
    expect((await computer.run([...args, '--debug'])).stderr).toMatch(/\n {4}at /);
  });

  it('shows the commands when it is called without one', async () => {
    const { code, stdout, stderr } = await computer.run([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Commands:');
  });
});
