/** Runs the flows with the client of requirements.txt; arguments go to drive.py. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from './client-environment.ts';
import { driveFlows } from './drive-flows.ts';

function clientPython(): string {
  const given = process.env['COLOPHON_PEERS_VENV'];
  if (given !== undefined) return join(given, 'bin', 'python');
  const requirements = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8');
  return pythonWith(requirements.trim().split('\n'));
}

process.exitCode = await driveFlows(clientPython(), process.argv.slice(2));
