import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../support/json-at.ts';
import { firstLine, readyServer } from '../support/run-colophon.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
/** A machine that has only the executable: no Node, no other program on the path. */
const machine = mkdtempSync(join(tmpdir(), 'colophon-executable-'));
const executable = join(machine, 'colophon');

beforeAll(() => {
  // The bundles are there: the suite runs after `npm ci`.
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-executable.ts'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  copyFileSync(join(REPOSITORY, 'dist-executable', 'colophon'), executable);
});
afterAll(() => rmSync(machine, { recursive: true, force: true }));

/** A user of this machine, whose home folder is empty. */
class User {
  readonly home = mkdtempSync(join(machine, 'home-'));
  readonly cache = join(this.home, '.cache', 'colophon');

  environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return { HOME: this.home, PATH: '', ...more };
  }

  start(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn(executable, args, { cwd: this.home, env: this.environment(more), stdio: 'pipe' });
  }

  run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    return spawnSync(executable, args, { cwd: this.home, env: this.environment(more), encoding: 'utf8' });
  }

  /** Paths of the unpacked files. */
  unpacked(): readonly string[] {
    const [folder = ''] = readdirSync(this.cache);
    return readdirSync(join(this.cache, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\/(?:compiled|unfinished)(?:\/|$)/.test(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name));
  }
}

async function stop(server: ChildProcess): Promise<unknown> {
  const closed = once(server, 'close');
  server.kill('SIGTERM');
  return (await closed)[0];
}

describe('the executable', () => {
  it('serves with reader threads, imports into the server, and keeps the data', async () => {
    const user = new User();
    const serve = ['serve', '--json', '--port', '0', '--data', join(user.home, 'data'), '--readers', '2'];
    const total = async ({ url, token }: { readonly url: string; readonly token: string }) => {
      const response = await fetch(`${url}/api/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ search(input: {type: DATASET, query: "carried"}) { total } }' }),
      });
      return jsonAt(await response.json(), 'data', 'search', 'total');
    };

    const first = user.start(serve);
    const ready = await readyServer(first);
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,carried,PROD)';
    writeFileSync(
      join(user.home, 'one.jsonl'),
      `${JSON.stringify({ entityType: 'dataset', entityUrn: urn, changeType: 'UPSERT', aspectName: 'datasetProperties', aspect: { json: { description: 'from a file' } } })}\n`,
    );
    const imported = user.run(['import', 'one.jsonl', '--server', ready.url], {
      DATAHUB_GMS_TOKEN: ready.token,
    });
    expect(imported).toMatchObject({ status: 0 });
    expect(await total(ready)).toBe(1);
    for (const path of ['/', '/api/graphiql', '/openapi/swagger-ui/index.html'])
      expect(
        (await fetch(ready.url + path, { headers: { authorization: `Bearer ${ready.token}` } })).status,
      ).toBe(200);
    expect(await stop(first)).toBe(0);

    const second = user.start(serve);
    expect(await total(await readyServer(second))).toBe(1);
    expect(await stop(second)).toBe(0);
  });

  it('has the settings of a server, and the options in NODE_OPTIONS', async () => {
    const user = new User();
    const server = user.start(['serve', '--memory', '--json', '--port', '0'], {
      NODE_OPTIONS: '--title=carried',
    });
    await readyServer(server);
    const processFile = (name: string): string => readFileSync(`/proc/${server.pid}/${name}`, 'utf8');
    expect(processFile('environ')).toContain('MALLOC_MMAP_THRESHOLD_=1048576');
    expect(processFile('cmdline')).toContain('carried');
    expect(await stop(server)).toBe(0);
  });

  it('loads the demo that it carries, and opens the browser', async () => {
    const user = new User();
    const programs = join(user.home, 'bin');
    const opened = join(user.home, 'opened');
    mkdirSync(programs);
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
    const server = user.start(['serve', '--demo', '--open', '--json', '--port', '0'], { PATH: programs });
    const { url } = await readyServer(server);
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'))
      .toContain(`${url}/login?token=`);
    expect(await stop(server)).toBe(0);
  });

  it('is unpacked completely by several first starts at once', async () => {
    const user = new User();
    const versions = await Promise.all([1, 2, 3].map(() => firstLine(user.start(['--version']))));
    expect(new Set(versions).size).toBe(1);
    const files = user.unpacked();
    expect(files.length).toBeGreaterThan(500);
    const other = new User();
    expect(other.run(['--version']).status).toBe(0);
    expect(other.unpacked()).toHaveLength(files.length);
  });

  it('completes the unpacking after it was killed', async () => {
    const user = new User();
    mkdirSync(user.cache, { recursive: true });
    const watcher = watch(user.cache, { recursive: true });
    const changes = new Promise<void>((resolve) => {
      let count = 0;
      watcher.on('change', () => ++count > 20 && resolve());
    });
    const first = user.start(['--version']);
    await changes;
    const ended = once(first, 'close');
    first.kill('SIGKILL');
    watcher.close();
    await ended;
    const { status, stdout } = user.run(['--version']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
    const other = new User();
    expect(other.run(['--version']).stdout).toBe(stdout);
    expect(user.unpacked()).toHaveLength(other.unpacked().length);
  });

  it('writes damaged files again', () => {
    const user = new User();
    expect(user.run(['--version']).status).toBe(0);
    const main = user.unpacked().find((path) => path.endsWith('/dist/main.js')) ?? '';
    const content = readFileSync(main, 'utf8');
    writeFileSync(main, content.slice(0, 100));
    expect(user.run(['--version']).status).toBe(0);
    expect(readFileSync(main, 'utf8')).toBe(content);
  });

  it('says in one sentence what to do when it cannot unpack', () => {
    const user = new User();
    writeFileSync(join(user.home, 'no-folder'), '');
    const { status, stderr } = user.run(['--version'], { XDG_CACHE_HOME: join(user.home, 'no-folder') });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^colophon: Colophon cannot unpack its files to .* Set XDG_CACHE_HOME to a folder in which .*\n$/,
    );
  });

  it('ends with the exit code of the command, and treats all words as its own', () => {
    const user = new User();
    expect(user.run(['serve', '--prot', '1'])).toMatchObject({ status: 2 });
    expect(user.run(['--node-options=--inspect', 'find'])).toMatchObject({ status: 2 });
    expect(user.run(['--help']).stdout).toContain('colophon');
  });
});
