import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt, jsonItems, jsonNames } from '../../support/json-at.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ROOT = 'urn:li:corpuser:datahub';

let server: TestServer;
let computer: Computer;
let elsewhere: Computer;
beforeAll(async () => {
  server = await startServer({ onDisk: true });
  computer = new Computer(server);
  elsewhere = new Computer();
});
afterAll(async () => {
  computer[Symbol.dispose]();
  elsewhere[Symbol.dispose]();
  await server.stop();
});

async function accepts(url: string, token: unknown): Promise<boolean> {
  const headers = { Authorization: `Bearer ${String(token)}` };
  return (await fetch(`${url}/api/colophon/v1/status`, { headers })).status === 200;
}

describe('colophon token', () => {
  it('creates a token that works until it is revoked', async () => {
    const create = ['token', 'create', '--actor', ROOT, '--name', 'ci', '--duration', '1h'];
    const { code, stdout } = await computer.run([...create, '--format', 'json']);
    expect(code).toBe(0);
    const created: unknown = JSON.parse(stdout);
    expect(jsonNames(created)).toEqual(['id', 'token']);
    const id = String(jsonAt(created, 'id'));
    expect(await accepts(server.url, jsonAt(created, 'token'))).toBe(true);

    const listed = await computer.json(['token', 'list']);
    const entry = jsonItems(listed).find((token) => jsonAt(token, 'id') === id);
    expect(entry).toMatchObject({ name: 'ci', actor: ROOT, owner: ROOT, description: null });
    const [from, to] = ['created', 'expires'].map((member) => Date.parse(String(jsonAt(entry, member))));
    expect((to ?? 0) - (from ?? 0)).toBe(3_600_000);
    expect(JSON.stringify(listed)).not.toContain(String(jsonAt(created, 'token')));

    expect((await computer.run(['token', 'revoke', id])).stdout).toBe(`Revoked the token ${id}.\n`);
    expect(await accepts(server.url, jsonAt(created, 'token'))).toBe(false);
    expect(await computer.run(['token', 'revoke', id])).toMatchObject({ code: 1, stdout: '' });
  });

  it('prints only the text on standard output', async () => {
    const create = ['token', 'create', '--name', 'laptop', '--duration', 'never'];
    const { stdout, stderr } = await computer.run(create);
    expect(await accepts(server.url, stdout.trim())).toBe(true);
    expect(stderr).toContain("Created the token 'laptop'");
    expect((await computer.run(['token', 'list'])).stdout).toMatch(
      / laptop +urn:li:corpuser:datahub +- +\S+ +\S+ +never$/m,
    );
  });

  it('uses the server that has the folder open', async () => {
    const data = ['--data', server.folder];
    const created = await elsewhere.json(['token', 'create', '--actor', ROOT, '--name', 'x', ...data]);
    expect(await accepts(server.url, jsonAt(created, 'token'))).toBe(true);
  });

  it('prefers the server on the default folder to the saved one, and reports the choice', async () => {
    const saved = 'http://127.0.0.1:9';
    writeFileSync(join(elsewhere.home, '.datahubenv'), `gms:\n  server: ${saved}\n  token: saved\n`);
    const here = { COLOPHON_DATA: server.folder };
    const list = (environment: Record<string, string>) => elsewhere.run(['token', 'list'], { environment });
    const of = `which runs on ${server.folder}, not ${saved}, saved in ${join(elsewhere.home, '.datahubenv')}.`;
    expect(await list(here)).toMatchObject({ code: 0, stderr: `Using ${server.url}, ${of}\n` });
    const wrong = await elsewhere.run(['delete', '--urn', 'never'], { environment: here });
    expect(wrong.stderr).toMatch(/^colophon: There is no entity .* \(http:\/\/127\.0\.0\.1:\d+\)$/m);
    const away = await list({});
    expect(away).toMatchObject({ code: 1 });
    expect(away.stderr).toContain(`Using ${saved}, saved in ${join(elsewhere.home, '.datahubenv')}.\n`);
    const named = { DATAHUB_GMS_URL: server.url, DATAHUB_GMS_TOKEN: server.token };
    expect(await list({ ...here, ...named })).toMatchObject({
      code: 0,
      stderr: `Using ${server.url} of the environment, not ${server.folder}.\n`,
    });
    rmSync(join(elsewhere.home, '.datahubenv'));
  });

  it.runIf(isKeptInFolders())(
    'opens the folder itself if no server has it open, also after one was killed',
    async () => {
      const folder = join(elsewhere.home, 'own');
      const first = await startServer({ folder });
      await first.stop({ keepFolder: true });
      const left = { url: first.url, token: 'stale', pid: 999_999 };
      writeFileSync(join(folder, 'server.json'), JSON.stringify(left));
      const created = await elsewhere.json([
        'token',
        'create',
        '--actor',
        ROOT,
        '--name',
        'x',
        '--data',
        folder,
      ]);
      const second = await startServer({ folder });
      expect(await accepts(second.url, jsonAt(created, 'token'))).toBe(true);
      await second.stop({ keepFolder: true });
      rmSync(folder, { recursive: true });
    },
  );

  it.each([
    [['--actor', 'me', '--name', 'x'], 2, 'Invalid urn!: me'],
    [['--actor', ROOT, '--name', 'x', '--duration', 'soon'], 2, "'soon' is not a duration"],
    [['--actor', ROOT, '--name', ' '], 1, 'name must not be empty'],
    [['--actor', ROOT], 2, "required option '--name <name>' not specified"],
  ])('refuses to create with %j', async (args, code, message) => {
    const result = await computer.run(['token', 'create', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('/api/colophon/v1/tokens', () => {
  it.each([
    [{ name: 'x', actorUrn: ROOT }, 'durationMs must be a whole number'],
    [{ name: 'x', actorUrn: ROOT, durationMs: 1, scope: 'all' }, "There is no member 'scope'"],
    [['x'], 'must be a JSON object'],
  ])('refuses %j', async (body, message) => {
    const answer = await server.request('POST', '/api/colophon/v1/tokens', body);
    expect(answer.status).toBe(400);
    expect(jsonAt(answer.json, 'message')).toContain(message);
  });

  it('requires a token itself', async () => {
    expect((await fetch(`${server.url}/api/colophon/v1/tokens`)).status).toBe(401);
  });
});
