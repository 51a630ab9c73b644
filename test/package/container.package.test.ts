import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const root = mkdtempSync(join(tmpdir(), 'colophon-container-'));
const environment = {
  ...process.env,
  PATH: [join(REPOSITORY, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
};

interface Stage {
  readonly name: string;
  readonly folder: string;
  readonly steps: readonly (readonly [instruction: string, argument: string])[];
}

/** The stages of the Dockerfile, each with a folder as its root. */
const stages = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1)
  .map((text, i): Stage => {
    const [from = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const steps = lines.map(
      (line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const,
    );
    return { name: / AS (\w+)/.exec(from)?.[1] ?? String(i), folder: join(root, String(i)), steps };
  });

/** Path on this machine of a path in a stage. */
const at = (stage: Stage | undefined, path: string): string => join(stage?.folder ?? '', 'colophon', path);

/** Runs the instructions of a stage in folders, without a container engine. Does not test users and root file systems of images. */
function carryOut(stage: Stage): void {
  mkdirSync(at(stage, '.'), { recursive: true });
  for (const [instruction, argument] of stage.steps) {
    if (instruction === 'COPY') copy(stage, argument.split(' '));
    if (instruction === 'RUN' && argument.startsWith('npm ')) {
      const { status, stderr } = spawnSync('sh', ['-c', argument], {
        cwd: at(stage, '.'),
        env: environment,
        encoding: 'utf8',
      });
      expect(status, `${argument}: ${stderr}`).toBe(0);
    }
  }
}

function copy(stage: Stage, words: readonly string[]): void {
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
  const paths = from === undefined ? words : words.slice(1);
  const target = paths.at(-1) ?? '';
  const source = stages.find(({ name }) => name === from);
  for (const path of paths.slice(0, -1)) {
    const origin = source === undefined ? join(REPOSITORY, path) : join(source.folder, path);
    const isWhole = path === '.' || basename(path) === basename(target);
    cpSync(origin, at(stage, isWhole ? target : join(target, path)), {
      recursive: true,
      filter: (file) => !isIgnored(file),
    });
  }
}

const ignored = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').trim().split('\n');

function isIgnored(file: string): boolean {
  return file !== REPOSITORY && ignored.some((name) => file.startsWith(join(REPOSITORY, name)));
}

function argumentOf(instruction: string): string {
  return stages.at(-1)?.steps.find(([name]) => name === instruction)?.[1] ?? '';
}

describe('the image', () => {
  beforeAll(() => stages.forEach(carryOut));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('serves the catalog, and reports its health with the command of the image', async () => {
    const port = await freePort();
    const [program = ''] = JSON.parse(argumentOf('ENTRYPOINT')) as string[];
    const words = JSON.parse(argumentOf('CMD')) as string[];
    const [, check = ''] = /CMD (\[.*\])/.exec(argumentOf('HEALTHCHECK')) ?? [];
    const [, ...checking] = (JSON.parse(check) as string[]).map((word) => word.replace('8080', String(port)));
    expect(spawnSync(process.execPath, checking).status).toBe(1);
    const child = spawn(join(at(stages.at(-1), '.'), program), words, {
      env: {
        ...environment,
        COLOPHON_DATA: join(root, 'data'),
        COLOPHON_PORT: String(port),
        XDG_CACHE_HOME: join(root, 'cache'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(spawnSync(process.execPath, checking).status).toBe(0);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
});

describe('the compose file', () => {
  it('sets only variables that the server supports', () => {
    const compose = parse(readFileSync(join(REPOSITORY, 'compose.yaml'), 'utf8')) as {
      readonly services: Readonly<
        Record<string, { readonly environment?: Readonly<Record<string, string>> }>
      >;
    };
    const names = Object.keys(compose.services['colophon']?.environment ?? {});
    const config = readFileSync(join(REPOSITORY, 'docs', 'config.md'), 'utf8');
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(config).toContain(`\`${name}\``);
  });
});
