import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD } from '../../../src/version.ts';
import { Computer } from '../../support/run-colophon.ts';

let computer: Computer;
beforeAll(() => {
  computer = new Computer();
});
afterAll(() => computer[Symbol.dispose]());

/** The command and its subcommands, with their help. */
async function* helpFrom(command: readonly string[]): AsyncGenerator<{
  readonly command: readonly string[];
  readonly help: Awaited<ReturnType<Computer['run']>>;
}> {
  const help = await computer.run([...command, '--help']);
  yield { command, help };
  const [, listed = ''] = help.stdout.split('\nCommands:\n');
  const [lines = ''] = listed.split('\n\n');
  for (const [, name = ''] of lines.matchAll(/^ {2}(\S+)/gm)) {
    if (name !== 'help') yield* helpFrom([...command, name]);
  }
}

describe('colophon', () => {
  it('prints its version', async () => {
    expect(await computer.run(['--version'])).toEqual({ code: 0, stdout: `${BUILD}\n`, stderr: '' });
  });

  it('has help with examples, like every command', async () => {
    const seen: string[] = [];
    for await (const { command, help } of helpFrom([])) {
      const called = ['colophon', ...command].join(' ');
      seen.push(called);
      expect(help, called).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain(`Usage: ${called}`);
      expect(help.stdout, called).toMatch(/Examples:\n {2}# .*\n {2}\$ colophon /);
    }
    expect(seen).toContain('colophon webhooks redeliver');
    expect(seen).toContain('colophon partition-tables');
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

  it('reports an unreachable server, with the error code only on request', async () => {
    const args = ['properties', 'list', '--server', 'http://127.0.0.1:9', '--token', 't'];
    const failed = await computer.run(args);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^colophon: No server answers at http:\/\/127\.0\.0\.1:9 .*\n$/);
    expect((await computer.run([...args, '--debug'])).stderr).toMatch(/\n {4}at /);
  });

  it('lists the commands if none is given', async () => {
    const { code, stdout, stderr } = await computer.run([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Commands:');
  });
});
