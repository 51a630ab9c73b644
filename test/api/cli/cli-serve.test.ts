import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { Computer, firstLine, readyServer } from '../../support/run-colophon.ts';
import { COLOPHON } from '../../support/spawn-server.ts';

/** The provider is not contacted before a login. */
const SINGLE_SIGN_ON = [
  '--public-url',
  'https://catalog.example.com',
  '--oidc-issuer',
  'https://login.example.com',
  '--oidc-client-id',
  'colophon',
  '--oidc-client-secret',
  'of this test',
];

let computer: Computer;
beforeAll(() => {
  computer = new Computer();
});
afterAll(() => computer[Symbol.dispose]());

function graphql(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }', variables: {} }),
  });
}

describe('colophon serve', () => {
  it('prints one line for programs, answers with that token, and ends cleanly on SIGTERM', async () => {
    const server = computer.start(['serve', '--memory', '--port', '0', '--json']);
    const lines: string[] = [];
    server.stdout?.on('data', (chunk) => lines.push(String(chunk)));
    const { line, url, token } = await readyServer(server);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await graphql(url, token)).status).toBe(200);
    expect((await graphql(url, 'wrong')).status).toBe(401);
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
    expect(lines.join('')).toBe(`${line}\n`);
    await expect(graphql(url, token)).rejects.toThrow();
  });

  it('loads the demo in memory, or into a chosen folder that has no assets', async () => {
    const datasets = async (flags: readonly string[]): Promise<readonly [total: unknown, stderr: string]> => {
      const server = computer.start(['serve', '--demo', '--port', '0', '--json', ...flags]);
      let stderr = '';
      server.stderr?.on('data', (chunk) => (stderr += String(chunk)));
      const { url, token } = await readyServer(server);
      const response = await fetch(`${url}/api/graphql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: '{ search(input: {type: DATASET, query: "*"}) { total } }' }),
      });
      const total = jsonAt(await response.json(), 'data', 'search', 'total');
      server.kill('SIGTERM');
      expect(await once(server, 'close')).toEqual([0, null]);
      return [total, stderr];
    };
    const [total] = await datasets([]);
    expect(total).toBeGreaterThan(50);
    expect(existsSync(join(computer.home, 'colophon-data'))).toBe(false);

    const folder = join(computer.home, 'demo-data');
    expect(await datasets(['--data', folder])).toEqual([total, expect.not.stringContaining('not loaded')]);
    expect(await datasets(['--data', folder])).toEqual([
      total,
      expect.stringContaining('The demo was not loaded, because the catalog has assets already.'),
    ]);
  });

  it('prints its URL and how to log in, and ends on SIGINT', async () => {
    const server = computer.start(['serve', '--port', '0']);
    let text = '';
    server.stdout?.on('data', (chunk) => (text += String(chunk)));
    await firstLine(server);
    await expect.poll(() => text).toContain('stop with');
    expect(text).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(text).toContain(join(computer.home, 'colophon-data'));
    expect(text).toMatch(/log in {5}http:\/\/127\.0\.0\.1:\d+\/login\?token=\S+\n/);
    server.kill('SIGINT');
    expect(await once(server, 'close')).toEqual([0, null]);
  });

  it('says what to do next, and that nothing is sent to anybody, at a terminal only', async () => {
    const program = `${COLOPHON} serve --memory --port 0`;
    // util-linux gives a program a terminal.
    const server = spawn('script', ['-qec', program, '/dev/null'], { cwd: computer.home, stdio: 'pipe' });
    let shown = '';
    server.stdout.on('data', (chunk) => (shown += String(chunk)));
    await expect.poll(() => shown).toContain('no telemetry');
    expect(shown).toContain('Next:');
    expect(shown).toContain('loads sample data');
    // Ctrl+C
    server.stdin.write('\u0003');
    await once(server, 'close');

    const elsewhere = computer.start(['serve', '--memory', '--port', '0']);
    let text = '';
    for (const stream of [elsewhere.stdout, elsewhere.stderr])
      stream?.on('data', (chunk) => (text += String(chunk)));
    await expect.poll(() => text).toContain('stop with');
    elsewhere.kill('SIGTERM');
    expect(await once(elsewhere, 'close')).toEqual([0, null]);
    expect(text).not.toContain('Next:');
  });

  it.each([
    ['a password of the root user', ['--login-root-password', 'correct horse'], {}],
    ['login.rootLink=false', ['--login-root-link', 'false'], {}],
    ['single sign-on', SINGLE_SIGN_ON, {}],
    [
      'login.rootLink=true, beside single sign-on',
      [...SINGLE_SIGN_ON, '--login-root-link', 'true'],
      { token: expect.any(String) },
    ],
    [
      'login.rootLink=true, beside a password',
      ['--login-root-password', 'correct horse', '--login-root-link', 'true'],
      { token: expect.any(String) },
    ],
    ['no other login method', [], { token: expect.any(String) }],
  ])('prints a root login link only if allowed: %s', async (_, flags, token) => {
    const server = computer.start(['serve', '--memory', '--port', '0', '--json', ...flags]);
    expect(JSON.parse(await firstLine(server))).toEqual({ url: expect.any(String), ...token });
    server.kill('SIGTERM');
    await once(server, 'close');
  });

  it('writes no login link of the root user where single sign-on is configured', async () => {
    const server = computer.start(['serve', '--memory', '--port', '0', ...SINGLE_SIGN_ON]);
    const parts: string[] = [];
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk) => parts.push(String(chunk)));
    await firstLine(server);
    await expect.poll(() => parts.join('')).toContain('stop with');
    expect(parts.join('')).not.toContain('login?token=');
    server.kill('SIGINT');
    expect(await once(server, 'close')).toEqual([0, null]);
  });

  it('names the option of the port that is in use', async () => {
    const server = computer.start(['serve', '--memory', '--port', '0', '--json']);
    const { url } = await readyServer(server);
    const { port } = new URL(url);
    const second = await computer.run(['serve', '--memory', '--port', '0', '--frontend-port', port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(
      `port ${port}: the port is in use. Choose another port with --frontend-port.`,
    );
    server.kill('SIGTERM');
    await once(server, 'close');
  });

  it('opens the login link in the browser when ready', async () => {
    const programs = join(computer.home, 'bin');
    const opened = join(computer.home, 'opened');
    mkdirSync(programs);
    for (const name of ['xdg-open', 'open'])
      writeFileSync(join(programs, name), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
    const PATH = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
    const server = computer.start(['serve', '--memory', '--port', '0', '--json', '--open'], {
      environment: { PATH },
    });
    const { url } = await readyServer(server);
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'))
      .toContain(`${url}/login?token=`);
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
  });

  it('refuses a folder in use by another server, and is reachable through its folder', async () => {
    const data = join(computer.home, 'shared');
    const server = computer.start(['serve', '--data', data, '--port', '0', '--json']);
    const { url } = await readyServer(server);
    const note = join(data, 'server.json');
    expect(readFileSync(note, 'utf8')).toContain(`"url":"${url}"`);
    expect(readFileSync(note, 'utf8')).toContain(`"pid":${server.pid ?? ''}`);
    expect(statSync(note).mode & 0o777).toBe(0o600);
    const second = await computer.run(['serve', '--data', data, '--port', '0']);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(
      `${data} is in use by the server at ${url} (process ${server.pid ?? ''})`,
    );
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    const taken = await computer.run(['serve', '--memory', '--port', new URL(url).port]);
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toContain('Choose another port with --port');
    server.kill('SIGTERM');
    await once(server, 'close');
  });

  it.each([
    [['--port', 'abc'], "'port' must be a whole number from 0 to 65535, but --port says 'abc'."],
    [['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['--memory', '--data', 'x'], "'memory' keeps nothing"],
    [['--config', 'missing.yaml'], 'missing.yaml cannot be read'],
    [['extra'], 'too many arguments'],
  ])('refuses %j as a usage error', async (args, message) => {
    const { code, stdout, stderr } = await computer.run(['serve', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(' at ');
  });

  it('takes options from the environment too', async () => {
    const environment = { COLOPHON_MEMORY: 'true', COLOPHON_PORT: 'tcp://10.0.0.1:80' };
    const { code, stderr } = await computer.run(['serve'], { environment });
    expect(code).toBe(2);
    expect(stderr).toContain("but COLOPHON_PORT says 'tcp://10.0.0.1:80'");
  });
});
