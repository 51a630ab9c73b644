/**
 * Generates the notes and the version of the next release from the files in `changes/` (format: `changes/README.md`).
 *
 *   node scripts/release-notes.ts [--release]
 *
 * --release  writes CHANGELOG.md, package.json, package-lock.json and the chart, and deletes the files; otherwise it prints the notes
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatText } from './format-text.ts';
import { CHART_FILE, chartOf } from './release/repository-files.ts';
import { CHANGES, INTRODUCTION, readChanges, readIntroduction } from './release-notes/read-changes.ts';
import { addRelease, nextVersion } from './release-notes/write-release.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const PAGE = join(REPOSITORY, 'CHANGELOG.md');

const { values: options } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
const changes = readChanges(CHANGES);
const before = readFileSync(PAGE, 'utf8');
const introduction = readIntroduction(CHANGES);
const version = nextVersion(before, changes, introduction);
const today = new Date().toISOString().slice(0, 10);
const date = options.release ? today : 'next';
const { page, section, details } = addRelease(before, { version, date, introduction }, changes);

if (!options.release) {
  console.log(section);
} else if (changes.length === 0) {
  console.error('There is nothing to release: changes/ has no files.');
  process.exitCode = 1;
} else {
  writeFileSync(PAGE, await formatText(PAGE, page));
  if (details !== undefined && introduction?.details !== undefined) {
    const file = join(REPOSITORY, introduction.details);
    writeFileSync(file, await formatText(file, details));
  }
  const npm = ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'];
  execFileSync('npm', npm, { cwd: REPOSITORY, stdio: 'inherit' });
  const chart = join(REPOSITORY, CHART_FILE);
  writeFileSync(chart, chartOf(version, readFileSync(chart, 'utf8')));
  for (const { file } of changes) rmSync(join(CHANGES, file));
  rmSync(join(CHANGES, INTRODUCTION), { force: true });
}
