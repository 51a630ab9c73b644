import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { isListening } from './is-listening.ts';

/** How a start in this process ended, and what it left. */
export interface EndedStart {
  readonly fault: string;
  readonly code: number;
  /** Names of the steps that it began. */
  readonly steps: readonly string[];
  readonly complaint: string;
  /** Those of the ports that still accept connections. */
  readonly open: readonly number[];
}

// `colophon serve ARGUMENTS` once for each of FAULTS, a JSON array: the start fails at the step of that name, gets SIGTERM there
// (`stop NAME`), or gets it when it is ready (`none`). Prints an EndedStart per line. A start begins when nothing of the one before keeps
// this process alive, because nothing else ends it: a process for each would take ten times as long.
const faults: readonly string[] = JSON.parse(process.env['FAULTS'] ?? '[]');
const args = process.argv.slice(2);
const valueOf = (flag: string): string => args[args.indexOf(flag) + 1] ?? '';
const ports = ['--port', '--frontend-port'].map((flag) => Number(valueOf(flag)));
const left = faults.values();

async function startNext(): Promise<void> {
  const { value: fault } = left.next();
  if (fault === undefined) return;
  const steps: string[] = [];
  let complaint = '';
  const code = await runCommandLine(['serve', ...args], {
    environment: {},
    home: '/nonexistent',
    folder: process.cwd(),
    print: () => process.kill(process.pid, 'SIGTERM'),
    notify: (text) => (complaint += `${text}\n`),
    notesAreOnTerminal: false,
    notifyInPlace: () => undefined,
    ask: undefined,
    openAddress: () => Promise.resolve(),
    beginStartStep: (name) => {
      steps.push(name);
      if (fault === `stop ${name}`) process.kill(process.pid, 'SIGTERM');
      if (name === fault) throw new Error(`the step '${name}' fails`);
    },
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    inputLines: () => Readable.from([]),
  });
  process.exitCode = code;
  process.once('beforeExit', () => void report({ fault, code, steps, complaint }));
}

async function report(ended: Omit<EndedStart, 'open'>): Promise<void> {
  const areOpen = await Promise.all(ports.map(isListening));
  const result: EndedStart = { ...ended, open: ports.filter((_, index) => areOpen[index]) };
  lockFolder(valueOf('--data'))();
  process.stdout.write(`${JSON.stringify(result)}\n`);
  // A command waits for signals until its process ends.
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  await startNext();
}

await startNext();
