/**
 * The steps of a release, which .github/workflows/release.yml calls (docs/releasing.md). FOLDER gets what is published.
 *
 *   node scripts/release.ts check TAG               fails unless the files of the repository agree on the version of the tag
 *   node scripts/release.ts repository OWNER/NAME   names the repository on GitHub in package.json
 *   node scripts/release.ts package FOLDER          the package for npm, the bill of materials and the notes
 *   node scripts/release.ts executable FOLDER       the program for this system, built and packed with its licences
 *   node scripts/release.ts chart FOLDER            the Helm chart
 *   node scripts/release.ts sums FOLDER             SHA256SUMS of all files in the folder
 *   node scripts/release.ts try FOLDER              installs the package, unpacks the program, and runs those of both that the
 *                                                   folder has; checks the sums if it has them
 */
import { execFileSync, execSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readBundledPackages } from './bundled-packages/bundled-package.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { tagProblems } from './release/check-tag.ts';
import { SUMS, sumProblems, writeSums } from './release/checksums.ts';
import {
  CHART,
  REPOSITORY,
  newestSection,
  read,
  readPackageJson,
  statedVersions,
} from './release/repository-files.ts';
import { repositoryMembers } from './release/repository-members.ts';
import { tryProgram } from './release/try-program.ts';

const STEPS = {
  check: checkTag,
  repository: nameRepository,
  package: packPackage,
  executable: packExecutable,
  chart: packChart,
  sums: writeSums,
  try: tryFolder,
};
const EXECUTABLE = process.platform === 'win32' ? 'colophon.exe' : 'colophon';
/** The tar of Windows, not the one that Git may have put before it: only the former reads drive letters and writes ZIP files. */
const TAR =
  process.platform === 'win32' ? join(process.env['SystemRoot'] ?? '', 'System32', 'tar.exe') : 'tar';

const [name = '', argument] = process.argv.slice(2);
const isStep = (word: string): word is keyof typeof STEPS => Object.hasOwn(STEPS, word);
if (!isStep(name) || argument === undefined) {
  console.error(`Name a step (${Object.keys(STEPS).join(', ')}) and its argument.`);
  process.exit(2);
}
await STEPS[name](argument);

function checkTag(tag: string): void {
  report(tagProblems(tag, statedVersions()));
}

function nameRepository(repository: string): void {
  const members = { ...parseObject(read('package.json')), ...repositoryMembers(repository) };
  writeFileSync(join(REPOSITORY, 'package.json'), `${JSON.stringify(members, undefined, 2)}\n`);
}

/** `npm pack` makes the declarations of types; the server and the web interface are built before. */
function packPackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const product = readPackageJson();
  npm(`pack --silent --pack-destination "${resolve(folder)}"`);
  const installed: unknown = JSON.parse(npm('sbom --sbom-format cyclonedx'));
  const bill = billOfMaterials(installed, readBundledPackages(REPOSITORY), {
    name: product.name,
    version: product.version,
  });
  writeFileSync(join(folder, `${fileName()}.cdx.json`), `${JSON.stringify(bill, undefined, 1)}\n`);
  writeFileSync(join(folder, `${fileName()}-notes.md`), `${newestSection(read('CHANGELOG.md'))}\n`);
}

async function packExecutable(folder: string): Promise<void> {
  const program = join(REPOSITORY, 'dist-executable', EXECUTABLE);
  npm('run --silent build:executable');
  mkdirSync(folder, { recursive: true });
  await inScratch((scratch) => {
    const packed = join(scratch, fileName());
    mkdirSync(packed);
    copyFileSync(program, join(packed, EXECUTABLE));
    copyFileSync(join(REPOSITORY, 'LICENSE'), join(packed, 'LICENSE'));
    writeFileSync(join(packed, 'LICENSES.txt'), licencesOfExecutable());
    const archive = join(resolve(folder), archiveName());
    const format = process.platform === 'win32' ? ['-a'] : ['-z'];
    run(TAR, ['-c', ...format, '-f', archive, '-C', scratch, fileName()]);
  });
}

/** The program contains Node, too. */
function licencesOfExecutable(): string {
  // Beside the program as npm installs it, or as its makers publish it.
  const [ofNode] = globSync(['../LICENSE', '../node_modules/node-*/LICENSE'], {
    cwd: dirname(process.execPath),
  });
  if (ofNode === undefined) throw new Error(`The licence of ${process.execPath} is not beside it.`);
  return [
    read('dist/LICENSES.txt'),
    read('web/dist/licenses.md'),
    `## Node ${process.versions.node}\n\n${readFileSync(join(dirname(process.execPath), ofNode), 'utf8')}`,
  ].join('\n');
}

/** Under a name of its own: npm and Helm give the same one to their packages. */
async function packChart(folder: string): Promise<void> {
  const { version } = readPackageJson();
  mkdirSync(folder, { recursive: true });
  await inScratch((scratch) => {
    run('helm', ['package', join(REPOSITORY, CHART), '--destination', scratch]);
    copyFileSync(join(scratch, `${fileName()}.tgz`), join(folder, `colophon-chart-${version}.tgz`));
  });
}

async function tryFolder(folder: string): Promise<void> {
  const files = readdirSync(folder);
  if (files.includes(SUMS)) report(sumProblems(folder));
  const { version } = readPackageJson();
  const packed = `${fileName()}.tgz`;
  if (!files.includes(packed) && !files.includes(archiveName()))
    throw new Error(`${folder} has neither ${packed} nor ${archiveName()}.`);
  await inScratch(async (scratch) => {
    if (files.includes(packed)) {
      writeFileSync(join(scratch, 'package.json'), '{"private": true}');
      npm(`install --silent --offline --no-audit --no-fund "${resolve(folder, packed)}"`, scratch);
      const launcher = join(scratch, 'node_modules/colophon/bin/colophon.cjs');
      await tryProgram([process.execPath, launcher], version);
      console.log(`${packed} installs without a registry, and serves.`);
    }
    if (files.includes(archiveName())) {
      run(TAR, ['-x', '-f', resolve(folder, archiveName()), '-C', scratch]);
      await tryProgram([join(scratch, fileName(), EXECUTABLE)], version);
      console.log(`${archiveName()} serves.`);
    }
  });
}

function fileName(): string {
  return `colophon-${readPackageJson().version}`;
}

/** `colophon-1.0.0-linux-x64.tar.gz`, `colophon-1.0.0-macos-arm64.tar.gz`, `colophon-1.0.0-windows-x64.zip` */
function archiveName(): string {
  const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'macos', win32: 'windows' };
  const system = names[process.platform] ?? process.platform;
  return `${fileName()}-${system}-${process.arch}${system === 'windows' ? '.zip' : '.tar.gz'}`;
}

/** npm is a script on Windows, which only a shell runs. */
function npm(command: string, folder = REPOSITORY): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execSync(`npm ${command}`, { cwd: folder, encoding: 'utf8', stdio: [...stdio], maxBuffer: 2 ** 27 });
}

function run(program: string, words: readonly string[]): void {
  execFileSync(program, words, { stdio: 'inherit' });
}

/** Does work in a temporary folder, which is removed afterwards. */
async function inScratch(work: (scratch: string) => void | Promise<void>): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'colophon-release-'));
  try {
    await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) throw new Error('package.json must be an object.');
  return { ...value };
}

function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
