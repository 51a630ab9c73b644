/** Runs the flows with the client of requirements.txt; `--pair NAME` is taken here, other arguments go to drive.py. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from './client-environment.ts';
import { PAIRS, driveFlows, type Pair } from './drive-flows.ts';

function clientPython(): string {
  const given = process.env['COLOPHON_PEERS_VENV'];
  if (given !== undefined) return join(given, 'bin', 'python');
  const requirements = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8');
  return pythonWith(requirements.trim().split('\n'));
}

/** The pair that the arguments name, and the other arguments. */
function takePair(args: readonly string[]): { readonly pair: Pair | undefined; readonly others: string[] } {
  const at = args.indexOf('--pair');
  if (at === -1) return { pair: undefined, others: [...args] };
  const pair = PAIRS.find((name) => name === args[at + 1]);
  if (pair === undefined) throw new Error(`--pair must be one of ${PAIRS.join(', ')}.`);
  return { pair, others: args.toSpliced(at, 2) };
}

const { pair, others } = takePair(process.argv.slice(2));
process.exitCode = await driveFlows(clientPython(), others, pair);
