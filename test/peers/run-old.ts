/** Runs the flows that every client since 0.13.1 can do with a number of former clients, and keeps their reports. */
import { join } from 'node:path';
import { pythonWith } from './client-environment.ts';
import { driveFlows } from './drive-flows.ts';

const CLIENTS = ['0.13.1', '0.14.1', '0.15.0.5', '1.0.0', '1.3.1'];

for (const version of CLIENTS) {
  console.log(`\nDataHub's client ${version}`);
  const python = pythonWith([`acryl-datahub[datahub-rest]==${version}`]);
  const report = join(import.meta.dirname, 'reports', `${version}.json`);
  const code = await driveFlows(python, ['--only', '^core', '--json', report, ...process.argv.slice(2)]);
  if (code !== 0) process.exitCode = code;
}
