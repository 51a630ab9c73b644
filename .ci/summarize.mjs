#!/usr/bin/env node
// summarize.mjs FOLDER SECONDS: prints a table of the steps that .ci/steps.sh recorded in FOLDER, the total time, the failed
// tests with their reasons, and `N passed, N failed` as the last line; exits with 1 if anything failed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [folder, seconds] = process.argv.slice(2);
if (folder === undefined || seconds === undefined) {
  console.error('usage: summarize.mjs FOLDER SECONDS');
  process.exit(2);
}

/** Maximum number of output characters shown per failure. */
const MOST_SHOWN = 600;
const sum = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
const failures = [];
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.exit'))
  .sort()) {
  const name = file.slice(0, -'.exit'.length);
  const succeeded = readFileSync(join(folder, file), 'utf8').trim() === '0';
  const marked = (mark) => existsSync(join(folder, `${name}.${mark}`));
  const counts = marked('suite') ? suite(name, succeeded) : check(name, succeeded, marked('setup') ? 0 : 1);
  const took = Number(readFileSync(join(folder, `${name}.seconds`), 'utf8'));
  rows.push([name, took, counts]);
  for (const key of Object.keys(sum)) sum[key] += counts[key];
}
for (const [name, took, counts] of rows.sort((one, other) => other[1] - one[1])) {
  console.log(
    `${counts.failed > 0 ? 'FAILED' : 'passed'}  ${name.padEnd(20)}${String(took).padStart(6)} s  ${text(counts)}`,
  );
}
const steps = rows.reduce((total, [, took]) => total + took, 0);
console.log(
  `${' '.repeat(8)}${'all'.padEnd(20)}${seconds.padStart(6)} s  (${steps} s of steps, some side by side)`,
);
for (const failure of failures) console.log(failure);
if (sum.passed + sum.failed === 0) sum.failed = 1; // nothing ran at all
if (sum.skipped > 0) console.log(`${sum.skipped} tests were skipped by their suites`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

/** Counts a step without a report as one check. */
function check(name, succeeded, worth) {
  if (!succeeded) note(name, readFileSync(join(folder, `${name}.log`), 'utf8').slice(-MOST_SHOWN));
  return { passed: succeeded ? worth : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/** Vitest's own counts; `failures` gets the tests that failed. A file that failed before its tests, and a suite that did not run, count as one failure. */
function suite(name, succeeded) {
  const report = read(join(folder, `${name}.json`));
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults, message, name: file } of report.testResults) {
    const failedBefore = counts.failed;
    for (const test of assertionResults) {
      counts[test.status === 'passed' ? 'passed' : test.status === 'failed' ? 'failed' : 'skipped'] += 1;
      if (test.status === 'failed') note(`${file}: ${test.fullName}`, test.failureMessages[0]);
    }
    if (status !== 'failed' || counts.failed > failedBefore) continue;
    counts.failed += 1;
    note(file, message);
  }
  const ranNothing = counts.passed + counts.failed === 0;
  // Vitest also fails on errors outside of tests, which are no test's result.
  if (ranNothing || (!succeeded && counts.failed === 0)) counts.failed += 1;
  return counts;
}

/** Records a failure: its name and the beginning of the reason, without terminal colours. */
function note(name, reason = '') {
  const plain = stripVTControlCharacters(reason).slice(0, MOST_SHOWN);
  failures.push(`\nFAILED ${name}\n${plain.replaceAll(/^/gm, '    ')}`);
}

function read(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(report.testResults) ? report : undefined;
  } catch (error) {
    console.error(`no report: ${error.message}`);
    return undefined;
  }
}

function text({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
