import { CommanderError, type Command } from 'commander';
import { CatalogError, HeldError, messageOf } from '../errors.ts';
import type { CommandContext } from './command-context.ts';
import { jsonText } from './output.ts';
import { problemLines } from './problem-text.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes of the process. `held`: nothing was changed; the change waits for approval. */
export const EXIT = { success: 0, failure: 1, usage: 2, held: 3 } as const;

/**
 * Runs a command and returns the exit code. Prints failures to standard error, their stack trace only with `--debug`.
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
    if (error instanceof HeldError) return EXIT.held;
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
}

/** Prevents Commander, in every subcommand, from ending the process and from bypassing the context's output. */
function prepare(command: Command, context: CommandContext): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => context.print(text.trimEnd()),
    writeErr: (text) => context.notify(text.trimEnd()),
    outputError: (text) => context.notify(`colophon: ${oneLine(text.replace(/^error: /, ''))}`),
  });
  for (const subcommand of command.commands) prepare(subcommand, context);
}

function report(error: unknown, args: readonly string[], context: CommandContext): void {
  const problems = error instanceof CatalogError ? error.problems : [];
  if (error instanceof CatalogError && isForPrograms(args)) {
    const { code, message } = error;
    context.notify(jsonText({ code, message, problems }));
  } else {
    context.notify(`colophon: ${messageOf(error).trim()}`);
    for (const line of problemLines(problems)) context.notify(line);
    if (error instanceof HeldError) context.notify(`See it with: colophon proposals show ${error.proposal}`);
  }
  if (args.includes('--debug')) {
    context.notify(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } else if (!(error instanceof CatalogError) && !(error instanceof UsageError)) {
    context.notify('This is an unexpected error. Run the command again with --debug for the stack trace.');
  }
}

/** Whether the command requests JSON; its error is then JSON, too, on standard error. */
function isForPrograms(args: readonly string[]): boolean {
  const at = args.lastIndexOf('--format');
  return (at >= 0 && args[at + 1] === 'json') || args.includes('--format=json');
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
