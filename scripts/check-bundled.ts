/**
 * Fails if a package that is bundled into the server or the web interface has a licence that is not allowed, or a known vulnerability.
 *
 *   node scripts/check-bundled.ts licences|vulnerabilities
 *
 * Needs the built server and web interface (`npm run build`). Without an answer of the registry (mirrors do not support audits) the check of
 * vulnerabilities reports that and passes.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { readBundledPackages } from './bundled-packages/bundled-package.ts';
import { licenceProblems } from './bundled-packages/licences.ts';

const packages = readBundledPackages(join(import.meta.dirname, '..'));
const [check] = process.argv.slice(2);
const problems =
  check === 'licences'
    ? licenceProblems(packages)
    : check === 'vulnerabilities'
      ? vulnerabilities()
      : usage();
for (const problem of problems) console.error(problem);
console.log(`${check}: ${problems.length} problems in ${packages.length} bundled packages.`);
process.exitCode = problems.length > 0 ? 1 : 0;

function vulnerabilities(): readonly string[] {
  const found = v.object({ name: v.string(), severity: v.string(), range: v.string() });
  const audit = v.object({
    message: v.optional(v.string()),
    vulnerabilities: v.optional(v.record(v.string(), found)),
  });
  // npm is a script on Windows, which only a shell runs.
  const { stdout } = spawnSync('npm audit --json', { encoding: 'utf8', shell: true });
  const report = v.parse(audit, JSON.parse(stdout));
  if (report.vulnerabilities === undefined) {
    console.log(`Not checked, because the registry does not answer: ${report.message ?? stdout}`);
    return [];
  }
  const names = new Set(packages.map(({ name }) => name));
  return Object.values(report.vulnerabilities)
    .filter(({ name }) => names.has(name))
    .map(({ name, severity, range }) => `${name} ${range} has a known vulnerability: ${severity}`);
}

function usage(): never {
  console.error(`Say what to check: licences or vulnerabilities, not "${check ?? ''}".`);
  process.exit(2);
}
