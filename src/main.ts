import { homedir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { askPerson } from './cli/ask-person.ts';
import type { CommandContext } from './cli/command-context.ts';
import { runCommandLine } from './cli/run-command-line.ts';

// A reader that has seen enough (`| head`) closes the pipe; that is no failure of the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const atTerminal = process.stdin.isTTY && process.stderr.isTTY;

const context: CommandContext = {
  environment: process.env,
  home: homedir(),
  folder: process.cwd(),
  print: (text) => process.stdout.write(`${text}\n`),
  notify: (text) => process.stderr.write(`${text}\n`),
  notesAreOnTerminal: process.stderr.isTTY,
  notifyInPlace: (text) => process.stderr.write(`\r\u001b[K${text}`),
  ask: atTerminal ? askPerson : undefined,
  readInput: () => buffer(process.stdin),
};

process.exitCode = await runCommandLine(process.argv.slice(2), context);
