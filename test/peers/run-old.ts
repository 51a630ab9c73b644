/**
 * Runs the flows that every client since 0.13.1 can do with a number of former clients. With `--keep-reports` writes their
 * reports into the repository; otherwise its files stay as they are, so that an interrupted `.ci/full` can resume.
 */
import { join } from 'node:path';
import { pythonWith } from './client-environment.ts';
import { driveFlows } from './drive-flows.ts';

const CLIENTS = ['0.13.1', '0.14.1', '0.15.0.5', '1.0.0', '1.3.1'];
const KEEP_REPORTS = '--keep-reports';

const options = process.argv.slice(2).filter((option) => option !== KEEP_REPORTS);
const isKept = process.argv.includes(KEEP_REPORTS);

for (const version of CLIENTS) {
  console.log(`\nDataHub's client ${version}`);
  const python = pythonWith([`acryl-datahub[datahub-rest]==${version}`]);
  const report = isKept ? ['--json', join(import.meta.dirname, 'reports', `${version}.json`)] : [];
  const code = await driveFlows(python, ['--only', '^core', ...report, ...options]);
  if (code !== 0) process.exitCode = code;
}
