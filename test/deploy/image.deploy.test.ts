import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const SERVICES = join(import.meta.dirname, '..', '..', 'services', 'container');
/** `$WORK` of `services/container/builder.sh`. */
const WORK = '/var/tmp/colophon-container';
const ROOT = join(WORK, 'image');
const COMMIT = 'abc1234';
const IMAGE_USER = 65532;
/** A number without an entry in `/etc/passwd`, such as some clusters assign. */
const OTHER_USER = 41_000;
const LARGEST_BYTES = 200_000_000;

const IMAGE = v.object({
  Docker: v.object({
    config: v.object({
      User: v.string(),
      Env: v.array(v.string()),
      Cmd: v.array(v.string()),
      Entrypoint: v.array(v.string()),
      WorkingDir: v.string(),
      Volumes: v.record(v.string(), v.unknown()),
      ExposedPorts: v.record(v.string(), v.unknown()),
      Labels: v.record(v.string(), v.string()),
      Healthcheck: v.object({ Test: v.array(v.string()) }),
    }),
  }),
});

type Config = v.InferOutput<typeof IMAGE>['Docker']['config'];

let config: Config;
const running = new Set<ChildProcess>();

function script(name: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(SERVICES, name), args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

interface Container {
  readonly port: number;
  readonly volume: string;
  readonly process: ChildProcess;
  readonly status: string;
}

/** Arguments of `run.sh` for a command in a container with the image's environment. */
function inContainer(
  { port, volume, status }: Omit<Container, 'process'>,
  user: number,
  command: readonly string[],
): string[] {
  return [
    String(user),
    join(WORK, volume),
    join(WORK, status),
    ...config.Env,
    `COLOPHON_PORT=${port}`,
    '--',
    ...command,
  ];
}

/** Starts the image's own command on a volume. */
async function start(volume: string, user = IMAGE_USER): Promise<Container> {
  const place = { port: await freePort(), volume, status: `${volume}.status` };
  const child = spawn(
    join(SERVICES, 'run.sh'),
    inContainer(place, user, [...config.Entrypoint, ...config.Cmd]),
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  await until('the server is ready', async () => {
    expect(child.exitCode, output).toBe(null);
    return (await ready(place.port)) === 200;
  });
  return { ...place, process: child };
}

/** Status of `/health/ready`; undefined while nothing listens. */
async function ready(port: number): Promise<number | undefined> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
  } catch (error) {
    // `fetch` names a refused connection so.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Sends the server the signal of `docker stop`; resolves with its exit code. */
async function stop({ process: child, status }: Container): Promise<unknown> {
  const [, pid] = /"child-pid": (\d+)/.exec(readFileSync(join(WORK, status), 'utf8')) ?? [];
  const exited = once(child, 'exit');
  process.kill(Number(pid), 'SIGTERM');
  const [code] = await exited;
  running.delete(child);
  return code;
}

/** Runs a command in a container beside the server's, with its volume, network and user. */
function run(container: Container, command: readonly string[], user = IMAGE_USER) {
  const place = { ...container, status: `${container.volume}.exec-status` };
  return spawnSync(join(SERVICES, 'run.sh'), inContainer(place, user, command), { encoding: 'utf8' });
}

const files = (): readonly string[] =>
  globSync('**', { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function isElf(file: string): boolean {
  const magic = Buffer.alloc(4);
  readSync(openSync(file, 'r'), magic, 0, 4, 0);
  return magic.equals(Buffer.from('\x7fELF'));
}

describe('the image', () => {
  beforeAll(() => {
    console.log(script('install.sh').trim());
    config = v.parse(IMAGE, JSON.parse(script('build.sh', COMMIT))).Docker.config;
  });
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(join(WORK, 'volume'), { recursive: true, force: true });
    rmSync(join(WORK, 'volume-of-another'), { recursive: true, force: true });
  });

  it('is smaller than 200 MB unpacked', () => {
    const bytes = files().reduce((sum, file) => sum + statSync(file).size, 0);
    console.log(`the image has ${Math.round(bytes / 1e6)} MB unpacked`);
    expect(bytes).toBeLessThan(LARGEST_BYTES);
  });

  it('has a numeric user, a volume, labels and a health check without a shell', () => {
    expect(config).toMatchObject({
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      Volumes: { '/data': {} },
      ExposedPorts: { '8080/tcp': {} },
      WorkingDir: '/colophon',
      Labels: {
        'org.opencontainers.image.title': 'Colophon',
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': COMMIT,
      },
    });
    expect(config.Healthcheck.Test[0]).toBe('CMD');
  });

  it('has no shell, no package manager, and programs for one processor only from its bases', () => {
    const names = files().map((file) => file.slice(ROOT.length));
    expect(names.filter((name) => /\/(?:sh|bash|dash|busybox|apt|apt-get|dpkg|npm)$/.test(name))).toEqual([]);
    const application = files().filter((file) => file.startsWith(join(ROOT, 'colophon/')));
    expect(application.length).toBeGreaterThan(100);
    expect(application.filter(isElf)).toEqual([]);
    expect(isElf(join(ROOT, 'usr/local/bin/node'))).toBe(true);
  });

  it('has the licences of what it contains', () => {
    for (const file of ['colophon/LICENSE', 'colophon/dist/LICENSES.txt', 'usr/share/doc/node/LICENSE'])
      expect(readFileSync(join(ROOT, file), 'utf8').length).toBeGreaterThan(5_000);
  });

  it('serves, checks its health, and keeps its data across restarts, read-only and without capabilities', async () => {
    const first = await start('volume');
    const [, ...check] = config.Healthcheck.Test;
    expect(run(first, check).status).toBe(0);
    expect(run({ ...first, port: await freePort() }, check).status).toBe(1);
    const made = run(first, ['colophon', 'group', 'create', 'Readers of the volume']);
    expect(made.status, made.stderr).toBe(0);
    expect(await stop(first)).toBe(0);
    const second = await start('volume');
    expect(run(second, ['colophon', 'group', 'list']).stdout).toContain('Readers of the volume');
    expect(run(second, ['colophon', '--version']).stdout).toContain(COMMIT);
    const attempt = 'require("fs").writeFileSync("/colophon/x", "")';
    expect(run(second, ['node', '-e', attempt]).stderr).toContain('EROFS');
    expect(await stop(second)).toBe(0);
  });

  it('runs as a user without a name', async () => {
    const container = await start('volume-of-another', OTHER_USER);
    expect(run(container, ['node', '-p', 'process.getuid()'], OTHER_USER).stdout.trim()).toBe(
      String(OTHER_USER),
    );
    expect(await stop(container)).toBe(0);
  });
});

describe('the Dockerfile', () => {
  it('runs programs only on the processor of the builder, so that it builds for others without emulation', () => {
    const stages = readFileSync(join(SERVICES, '../../Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .slice(1);
    const running = stages.filter((stage) => /^RUN /m.test(stage));
    expect(running.length).toBeGreaterThan(0);
    for (const stage of running) expect(stage).toMatch(/^--platform=\$BUILDPLATFORM /);
  });
});
