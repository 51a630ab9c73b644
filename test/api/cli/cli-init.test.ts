import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  computer = new Computer();
});
afterEach(() => computer[Symbol.dispose]());

function savedConfig(): string {
  return readFileSync(join(computer.home, '.datahubenv'), 'utf8');
}

describe('colophon init', () => {
  it.each(['--server', '--host'])("saves what is given with %s, for this CLI and DataHub's", async (flag) => {
    const { code, stdout } = await computer.run(['init', flag, `${server.url}/gms`, '--token', server.token]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Saved ${server.url}/gms and its access token in ${join(computer.home, '.datahubenv')}.\n`,
    });
    expect(savedConfig()).toBe(`gms:\n  server: ${server.url}/gms\n  token: ${server.token}\n`);
    expect(statSync(join(computer.home, '.datahubenv')).mode & 0o777).toBe(0o600);
    expect((await computer.run(['properties', 'list'])).code).toBe(0);
  });

  it('keeps the other keys of the file', async () => {
    writeFileSync(
      join(computer.home, '.datahubenv'),
      'gms:\n  server: http://old\n  timeout_sec: 5\nother: 1\n',
    );
    await computer.run(['init', '--server', `${server.url}/gms`, '--token', server.token]);
    expect(savedConfig()).toBe(
      `gms:\n  server: ${server.url}/gms\n  timeout_sec: 5\n  token: ${server.token}\nother: 1\n`,
    );
  });

  it('reads both from the environment', async () => {
    const environment = { DATAHUB_GMS_URL: server.url, DATAHUB_GMS_TOKEN: server.token };
    expect((await computer.run(['init'], { environment })).code).toBe(0);
    expect(savedConfig()).toContain(`server: ${server.url}\n`);
  });

  it('reads missing values from standard input, one per line', async () => {
    const input = `${server.url}/gms\n${server.token}\n`;
    expect((await computer.run(['init'], { input })).code).toBe(0);
    expect(savedConfig()).toBe(`gms:\n  server: ${server.url}/gms\n  token: ${server.token}\n`);

    const token = { input: `${server.token}\n` };
    expect((await computer.run(['init', '--server', server.url], token)).code).toBe(0);
    expect(savedConfig()).toContain(`server: ${server.url}\n`);
    const none = await computer.run(['init'], { input: `${server.url}\n` });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('token is missing') as string });
  });

  it('saves nothing that the server refuses, unless the check is disabled', async () => {
    const args = ['init', '--server', `${server.url}/gms`, '--token', 'wrong'];
    const refused = await computer.run(args);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('does not accept the access token');
    expect(() => savedConfig()).toThrow();
    expect(await computer.json([...args, '--no-check'])).toMatchObject({ checked: false });
    expect(savedConfig()).toContain('token: wrong');
  });

  it.each([
    [['--token', 't'], 2, 'The server is missing'],
    [['--server', 'http://127.0.0.1:9/gms'], 2, 'The access token is missing'],
    [['--server', 'http://127.0.0.1:9/gms', '--token', 't'], 1, 'No server answers'],
    [['--server', 'localhost:8080', '--token', 't'], 2, 'is not a server URL'],
    [['--server', 'http://a', '--host', 'http://b', '--token', 't'], 2, 'are the same option'],
    [['--server', 'http://a', '--token', 'a b'], 2, 'must not be empty or contain white space'],
  ])('refuses %j', async (args, code, message) => {
    const result = await computer.run(['init', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(() => savedConfig()).toThrow();
  });
});
