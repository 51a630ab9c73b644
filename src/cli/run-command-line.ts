import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { CatalogError, messageOf } from '../errors.ts';
import type { CommandContext } from './command-context.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** How a command ended, as the process reports it. */
export const EXIT = { success: 0, failure: 1, usage: 2 } as const;

/**
 * Runs one command line. Failures are one sentence among the notes, with a stack trace only after `--debug`.
 * Answers the exit code.
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const program = await createProgram(args, context);
    prepare(program, context);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.success;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    report(error, args, context);
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
}

/** Commander may neither end the process nor write anywhere else, in any subcommand. */
function prepare(command: Command, context: CommandContext): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => context.print(text.trimEnd()),
    writeErr: (text) => context.notify(text.trimEnd()),
    outputError: (text) => context.notify(`colophon: ${oneLine(text.replace(/^error: /, ''))}`),
  });
  for (const subcommand of command.commands) prepare(subcommand, context);
}

function report(error: unknown, args: readonly string[], context: CommandContext): void {
  context.notify(`colophon: ${messageOf(error).trim()}`);
  if (args.includes('--debug')) {
    context.notify(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } else if (!(error instanceof CatalogError) && !(error instanceof UsageError)) {
    context.notify('This was not expected. Run the command again with --debug to see where it happened.');
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
