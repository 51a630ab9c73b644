import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..', '..');
/** A user's project, which has only the packed package, nothing else of the repository. */
const project = mkdtempSync(join(tmpdir(), 'colophon-package-'));
/** Path of the packed package. */
let tarball: string;
const environment = {
  ...process.env,
  PATH: [join(REPOSITORY, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
  NODE_COMPILE_CACHE: join(project, 'cache'),
};

function run(command: string, args: readonly string[], folder = project): string {
  return execFileSync(command, args, { cwd: folder, env: environment, encoding: 'utf8' });
}

function runProgram(name: string, program: string, ...flags: string[]): string {
  writeFileSync(join(project, name), program);
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, name]);
}

beforeAll(() => {
  const packed: unknown = JSON.parse(
    run('npm', ['pack', '--json', '--silent', '--pack-destination', project], REPOSITORY),
  );
  // npm lists the packed packages: one.
  const [{ filename } = { filename: '' }] = packed as { filename: string }[];
  tarball = join(project, filename);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'somebody', private: true }));
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', tarball]);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the installed package', () => {
  it('serves from its own command, and keeps written data', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,packaged,PROD)';
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/datasetProperties`;
    const serve = ['serve', '--json', '--port', '0', '--data', join(project, 'data')];
    const start = async (): Promise<{
      /** Resolves with the response once its whole body is read. */
      ask(
        method: string,
        path: string,
        body?: unknown,
      ): Promise<{ readonly status: number; readonly text: string }>;
      stop(): Promise<unknown>;
    }> => {
      const child = spawn(join(project, 'node_modules', '.bin', 'colophon'), serve, {
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { url, token } = JSON.parse(line) as { url: string; token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return {
        ask: async (method, asked, body) => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const response = await fetch(url + asked, { method, headers, ...sent });
          return { status: response.status, text: await response.text() };
        },
        stop: async () => {
          const exited = once(child, 'exit');
          child.kill('SIGTERM');
          return (await exited)[0];
        },
      };
    };

    const first = await start();
    expect((await first.ask('POST', path, { value: { description: 'from a package' } })).status).toBe(200);
    expect((await first.ask('GET', '/api/graphiql')).status).toBe(200);
    expect((await first.ask('GET', '/openapi/swagger-ui/index.html')).status).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await start();
    const search = { query: '{ search(input: {type: DATASET, query: "packaged"}) { total } }' };
    expect(JSON.parse((await second.ask('POST', '/api/graphql', search)).text)).toMatchObject({
      data: { search: { total: 1 } },
    });
    expect(JSON.parse((await second.ask('GET', path)).text)).toMatchObject({
      value: { description: 'from a package' },
    });
    expect(await second.stop()).toBe(0);
  });

  it('reports a Node that is too old, with the remedy', () => {
    const old = join(project, 'old-node.cjs');
    writeFileSync(
      old,
      "Object.defineProperties(process, { version: { value: 'v20.19.0' }, versions: { value: { node: '20.19.0' } } });",
    );
    const launcher = join(project, 'node_modules', 'colophon', 'bin', 'colophon.cjs');
    const { status, stderr } = spawnSync(process.execPath, ['--require', old, launcher, '--help'], {
      env: environment,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('Colophon needs Node 24 or newer, but this one is v20.19.0');
    expect(stderr).toContain('npm install --save-dev node');
  });

  it('comes alone, without an install script, and below 15 MB', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['colophon']);
    const manifest = readFileSync(join(project, 'node_modules', 'colophon', 'package.json'), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    // npm counts `prepare` as one in a package that it installs from a file.
    expect(Object.keys(scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name))).toEqual([]);
    const files = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const bytes = files
      .map((file) => statSync(join(project, 'node_modules', file)))
      .filter((stat) => stat.isFile());
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(15_000_000);
  });

  it.each([
    ['publint', ['run', '--strict']],
    // The package has ES modules only, which Node 24 and newer can require, too.
    ['attw', ['--profile', 'esm-only', '--no-color', '--no-emoji']],
  ])('has entry points and types without problems for %s', (program, options) => {
    const { status, stdout } = spawnSync(program, [...options, tarball], {
      env: environment,
      encoding: 'utf8',
    });
    expect(status, stdout).toBe(0);
    expect(stdout).toContain('colophon');
  });

  it('loads the demo that it carries', () => {
    const answer = runProgram(
      'demo.mjs',
      `import { startServer } from 'colophon';
       const server = await startServer({ memory: true });
       const response = await fetch(server.url + '/api/colophon/v1/demo', {
         method: 'POST',
         headers: { authorization: 'Bearer ' + server.rootToken(), 'content-type': 'application/json' },
         body: '{}',
       });
       console.log(response.status);
       await server.close();`,
    );
    expect(answer.trim()).toBe('200');
  });

  it('starts a server inside a program', () => {
    const answer = runProgram(
      'inside.mjs',
      `import { startServer } from 'colophon';
       const server = await startServer({ memory: true });
       const response = await fetch(server.url + '/api/graphql', {
         method: 'POST',
         headers: { authorization: 'Bearer ' + server.rootToken(), 'content-type': 'application/json' },
         body: JSON.stringify({ query: '{ me { corpUser { urn } } }' }),
       });
       console.log(JSON.stringify(await response.json()));
       await server.close();`,
    );
    expect(JSON.parse(answer)).toMatchObject({
      data: { me: { corpUser: { urn: 'urn:li:corpuser:datahub' } } },
    });
  });

  it('names an unknown or invalid option', () => {
    const complaint = (options: string): string =>
      runProgram(
        'complaint.mjs',
        `import { startServer } from 'colophon';
         await startServer(${options}).catch((error) => console.log(error.message));`,
      ).trim();
    expect(complaint('{ limits: { pageSise: 5 } }')).toBe(
      "There is no option 'limits.pageSise'. Did you mean 'limits.pageSize'?",
    );
    expect(complaint('{ memory: true, port: -1 }')).toContain(
      "'port' must be a whole number from 0 to 65535",
    );
  });

  it('has types that compile in a strict project', () => {
    writeFileSync(
      join(project, 'typed.mts'),
      `import { startServer } from 'colophon';
       import type { RunningServer, ServerOptions } from 'colophon';
       const options: ServerOptions = { memory: true, limits: { graphql: { depth: 20 } } };
       const server: RunningServer = await startServer(options);
       await server.close();
       // @ts-expect-error: there is no such option
       await startServer({ memoy: true });`,
    );
    const compiler = join(REPOSITORY, 'node_modules', '.bin', 'tsc');
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', 'typed.mts'];
    expect(
      run(compiler, [...flags, '--types', 'node', '--typeRoots', join(REPOSITORY, 'node_modules', '@types')]),
    ).toBe('');
  });

  it('leaks nothing in two hundred starts and stops', () => {
    const answer = runProgram(
      'starts-and-stops.mjs',
      `import { readdirSync } from 'node:fs';
       import { startServer } from 'colophon';
       const startAndStop = async (times) => {
         for (let n = 0; n < times; n++) await (await startServer({ memory: true })).close();
       };
       const files = () => readdirSync('/proc/self/fd').length;
       const held = () => {
         for (let n = 0; n < 4; n++) gc();
         return process.memoryUsage().heapUsed;
       };
       await startAndStop(50);
       const before = { bytes: held(), files: files() };
       await startAndStop(150);
       console.log(JSON.stringify({
         kilobytes: (held() - before.bytes) / 1000,
         files: files() - before.files,
         active: process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe|File)/.test(name)),
       }));`,
      '--expose-gc',
    );
    const left = JSON.parse(answer) as { kilobytes: number; files: number; active: string[] };
    expect(left.active).toEqual([]);
    expect(left.files).toBeLessThanOrEqual(0);
    // A server holds several megabytes, so this detects a single one of 150 that was not released.
    expect(left.kilobytes).toBeLessThan(2000);
  });
});
