import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './usage-error.ts';

/**
 * Prompts the user at the terminal. The prompt goes to standard error, so that results can be piped; a hidden answer
 * is not echoed. Throws UsageError when the user cancels (Ctrl+C, Ctrl+D).
 */
export async function askPerson(question: string, { hidden }: { readonly hidden: boolean }): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  const givenUp = new Promise<never>((_resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new UsageError('Cancelled. Nothing was changed.')));
  });
  if (hidden) process.stderr.write(question);
  try {
    const answer = await Promise.race([lines.question(hidden ? '' : question), givenUp]);
    return answer.trim();
  } finally {
    lines.close();
    // The line break after a hidden answer is not echoed either.
    if (hidden) process.stderr.write('\n');
  }
}

/** Asks for confirmation (`y`) before a change; reports that nothing was changed if it is refused. */
export async function isAgreed(
  question: string,
  { ask, notify }: { readonly ask: typeof askPerson } & Pick<CommandContext, 'notify'>,
): Promise<boolean> {
  const answer = await ask(`${question} (y/N) `, { hidden: false });
  if (/^y(es)?$/i.test(answer.trim())) return true;
  notify('Nothing was changed.');
  return false;
}
