import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-program-'));
  cpSync(join(import.meta.dirname, '..', 'bin'), join(folder, 'bin'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a program that prints this text, with this modification time. */
function put(file: string, text: string, seconds: number): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), `console.log('${text}');`);
  utimesSync(join(folder, file), seconds, seconds);
}

/** Sets the modification time of a folder, as adding or removing a file does. */
function change(name: string, seconds: number): void {
  utimesSync(join(folder, name), seconds, seconds);
}

function run(...args: readonly string[]): string {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') };
  return execFileSync(process.execPath, [join(folder, 'bin', 'colophon.cjs'), ...args], {
    env,
    encoding: 'utf8',
  }).trim();
}

describe('the program of a clone', () => {
  it('runs the bundle, while no source is newer', () => {
    put('src/util/some.ts', 'util', 1_000);
    put('src/main.ts', 'sources', 1_000);
    put('dist/main.js', 'bundle', 2_000);
    change('src/util', 1_000);
    change('src', 1_000);
    expect(run()).toBe('bundle');
    put('src/util/some.ts', 'util', 3_000);
    expect(run()).toBe('sources');
  });

  it('runs the sources after one was removed, and without a bundle', () => {
    put('src/main.ts', 'sources', 1_000);
    put('src/cli/some.ts', 'command', 1_000);
    put('dist/main.js', 'bundle', 2_000);
    change('src/cli', 3_000);
    expect(run()).toBe('sources');
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(run()).toBe('sources');
  });
});

describe('a command of a clone', () => {
  beforeEach(() => {
    put('src/main.ts', 'sources', 1_000);
    put('dist/main.js', 'bundle', 2_000);
    put('src/store/some.ts', 'store', 3_000);
  });

  it('that only sends requests ignores newer sources of the server', () => {
    expect(run('properties', 'list', '--server', 'http://localhost')).toBe('bundle');
    put('src/cli/some.ts', 'command', 3_000);
    expect(run('properties', 'list')).toBe('sources');
  });

  it.each([['serve'], ['backup', 'folder'], ['properties', 'list', '--data', 'x'], ['find', '--data=x']])(
    'that does the work of a server runs newer sources of it: %s',
    (...words) => expect(run(...words)).toBe('sources'),
  );
});

describe('the installed program', () => {
  it('runs the bundle', () => {
    put('dist/main.js', 'bundle', 2_000);
    expect(run()).toBe('bundle');
  });

  it('gives the settings of a server to the commands that do its work, and to no other', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(
      join(folder, 'dist', 'main.js'),
      `console.log(process.execArgv.length > 0, process.env['MALLOC_MMAP_THRESHOLD_'], process.argv.slice(2).join());`,
    );
    expect(run('serve', '--memory')).toBe('true 1048576 serve,--memory');
    expect(run('properties', 'list')).toBe('false undefined properties,list');
  });

  it('ends with the exit code of the command', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'main.js'), 'process.exitCode = 3;');
    for (const command of ['serve', 'find'])
      expect(() => run(command)).toThrow(expect.objectContaining({ status: 3 }));
  });

  it('serves without a command at a terminal, and prints the help elsewhere', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'main.js'), 'console.log(`[${process.argv.slice(2).join()}]`);');
    expect(run()).toBe('[]');
    const words = [process.execPath, join(folder, 'bin', 'colophon.cjs')].join(' ');
    // util-linux gives a program a terminal.
    expect(execFileSync('script', ['-qec', words, '/dev/null'], { encoding: 'utf8' })).toContain('[serve]');
  });
});
