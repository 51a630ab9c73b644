import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connect.ts';
import type { ConnectionFlags } from '../connect.ts';
import { readTextFile } from '../read-text-file.ts';
import { urnOfType } from '../urn-argument.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

/** `colophon user set-password`. */
export function setPasswordCommand(context: CommandContext): Command {
  const command = newCommand('set-password', 'Give a user a password; browser sessions of the user end.', [
    { line: 'user set-password datahub --data ./colophon-data', does: 'asks for it' },
    { line: 'user set-password ada@example.com < password.txt', does: 'reads it from a file' },
  ]).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const urn = urnOfType('corpuser', user);
    const password = await readPassword(context);
    const path = passwordPath(urn);
    await withCatalog(flags, context, (client) => client.request('PUT', path, { password }));
    print({ urn, hasPassword: true }, `Set the password of ${urn}.`, flags, context);
  });
}

/** `colophon user remove-password`. */
export function removePasswordCommand(context: CommandContext): Command {
  const command = newCommand('remove-password', 'Take the password of a user away.', [
    { line: 'user remove-password ada@example.com', does: 'from then on single sign-on may let the user in' },
  ]).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const urn = urnOfType('corpuser', user);
    await withCatalog(flags, context, (client) => client.request('DELETE', passwordPath(urn)));
    print({ urn, hasPassword: false }, `Removed the password of ${urn}.`, flags, context);
  });
}

/** From whoever sits at the terminal, twice, or from what is piped in; never from the command line. */
async function readPassword(context: CommandContext): Promise<string> {
  if (context.ask === undefined) {
    const piped = (await readTextFile('-', context)).replace(/\r?\n$/, '');
    if (piped !== '') return piped;
    throw new UsageError('No password was piped in. Run the command at a terminal, or pipe the password in.');
  }
  const password = await context.ask('New password: ', { hidden: true });
  const again = await context.ask('The same again: ', { hidden: true });
  if (password === again) return password;
  throw new UsageError('The two passwords differ, so nothing was done.');
}

function passwordPath(urn: string): string {
  return `/api/colophon/v1/users/${encodeURIComponent(urn)}/password`;
}

function print(result: object, text: string, { format }: Flags, context: CommandContext): void {
  context.print(format === 'json' ? JSON.stringify(result) : text);
}
