import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { NODE_FLAGS } from '../bin/runtime.cjs';

// Writes `dist-executable/colophon`, a program for the system that this runs on: Node with the files of npm's package in it
// (docs/adr/0025-an-executable-that-unpacks.md). `npm run build` makes the files first.
const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dist-executable', process.platform === 'win32' ? 'colophon.exe' : 'colophon');

const work = mkdtempSync(join(tmpdir(), 'colophon-executable-'));
try {
  const files = [
    'package.json',
    'LICENSE',
    ...['bin', 'dist', 'registry', 'web/dist'].flatMap(filesOf),
  ].sort();
  const name = join(work, 'name');
  writeFileSync(name, nameOf(files));
  const config = join(work, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: await bundledMain(),
      output: TARGET,
      disableExperimentalSEAWarning: true,
      execArgv: NODE_FLAGS,
      // NODE_OPTIONS works, as for the package of npm. Words of the command line are all Colophon's.
      execArgvExtension: 'env',
      assets: { name, ...Object.fromEntries(files.map((file) => [`package/${file}`, join(ROOT, file)])) },
    }),
  );
  mkdirSync(join(TARGET, '..'), { recursive: true });
  rmSync(TARGET, { force: true });
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  // macOS starts no program whose signature does not match, and writing into Node's breaks that of its makers.
  if (process.platform === 'darwin')
    execFileSync('codesign', ['--sign', '-', '--force', TARGET], { stdio: 'inherit' });
  const megabytes = Math.round(statSync(TARGET).size / 1e6);
  console.log(`${relative(process.cwd(), TARGET)}: ${megabytes} MB, with Node ${process.versions.node}`);
} finally {
  rmSync(work, { recursive: true });
}

/** Paths below the root, with `/`, of all files in a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** Name of the folder that the files are unpacked to: the version, and a hash of their paths and contents. */
function nameOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  // npm has put the version there.
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return `${version}-${hash.digest('hex').slice(0, 16)}`;
}

/** The first code of the executable in one CommonJS file, which Node requires. */
async function bundledMain(): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'src/executable/main.ts'),
    platform: 'node',
    external: /^node:/,
  });
  const file = join(work, 'main.cjs');
  await bundle.write({ file, format: 'cjs', comments: false });
  return file;
}
