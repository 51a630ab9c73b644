import { homedir } from 'node:os';
import type { askPerson } from './cli/ask-person.ts';
import type { CommandContext } from './cli/command-context.ts';
import { lineWriter } from './cli/line-writer.ts';
import { EXIT, runCommandLine } from './cli/run-command-line.ts';
import { printable } from './util/printable.ts';

// A closed pipe (`| head`) is not an error of the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const atTerminal = process.stdin.isTTY && process.stderr.isTTY;

const notify = lineWriter(process.stderr);
// What only some commands need is loaded by them: a command that sends one request takes little longer than the start of Node.
const context: CommandContext = {
  environment: process.env,
  home: homedir(),
  folder: process.cwd(),
  print: lineWriter(process.stdout),
  notify,
  notesAreOnTerminal: process.stderr.isTTY,
  notifyInPlace: (text) => process.stderr.write(`\r\u001b[K${printable(text)}`),
  ask: atTerminal ? ask : undefined,
  openAddress: async (address) => (await import('./cli/open-address.ts')).openAddress(address, notify),
  readInput: async () => (await import('node:stream/consumers')).buffer(process.stdin),
  inputLines,
};

async function ask(...question: Parameters<typeof askPerson>): Promise<string> {
  return (await import('./cli/ask-person.ts')).askPerson(...question);
}

async function* inputLines(signal: AbortSignal): AsyncIterable<string> {
  const { createInterface } = await import('node:readline');
  yield* createInterface({ input: process.stdin, crlfDelay: Infinity, signal });
}

process.exitCode = await runCommandLine(process.argv.slice(2), context);
// Exit now: resources that a failed command left open, such as threads or connections, must not keep the process alive.
if (process.exitCode !== EXIT.success) {
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
