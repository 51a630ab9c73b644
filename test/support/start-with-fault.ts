import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/cli/run-command-line.ts';

// `colophon serve ARGUMENTS`, whose start fails at the step that FAULT names, or gets SIGTERM there (`stop NAME`). Prints `step NAME` before each step. Anything
// that a failed start leaves open keeps this process alive, because nothing ends it.
const fault = process.env['FAULT'];

process.exitCode = await runCommandLine(['serve', ...process.argv.slice(2)], {
  environment: {},
  home: '/nonexistent',
  folder: process.cwd(),
  print: (text) => process.stdout.write(`${text}\n`),
  notify: (text) => process.stderr.write(`${text}\n`),
  notesAreOnTerminal: false,
  notifyInPlace: () => undefined,
  ask: undefined,
  openAddress: () => undefined,
  beginStartStep: (name) => {
    process.stdout.write(`step ${name}\n`);
    if (fault === `stop ${name}`) process.kill(process.pid, 'SIGTERM');
    if (name === fault) throw new Error(`the step '${name}' fails`);
  },
  readInput: () => Promise.resolve(Buffer.alloc(0)),
  inputLines: () => Readable.from([]),
});
