import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readTextFile } from '../../arguments/read-text-file.ts';
import { urnOfType } from '../../arguments/urn-argument.ts';
import { UsageError } from '../../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

export function setPasswordCommand(context: CommandContext): Command {
  const command = newCommand(
    'set-password',
    'Set the password of a user. Ends the browser sessions of the user.',
    [
      { line: 'user set-password datahub --data ./colophon-data', does: 'prompt for the password' },
      { line: 'user set-password ada@example.com < password.txt', does: 'read the password from a file' },
    ],
  ).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const urn = urnOfType('corpuser', user);
    const password = await readPassword(context);
    const path = passwordPath(urn);
    await withCatalog(flags, context, (client) => client.request('PUT', path, { password }));
    print({ urn, hasPassword: true }, `Set the password of ${urn}.`, flags, context);
  });
}

export function removePasswordCommand(context: CommandContext): Command {
  const command = newCommand('remove-password', 'Remove the password of a user.', [
    { line: 'user remove-password ada@example.com', does: 'the user may then log in by single sign-on' },
  ]).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const urn = urnOfType('corpuser', user);
    await withCatalog(flags, context, (client) => client.request('DELETE', passwordPath(urn)));
    print({ urn, hasPassword: false }, `Removed the password of ${urn}.`, flags, context);
  });
}

/** Prompts for the password twice, or reads it from standard input; never takes it from the command line. */
async function readPassword(context: CommandContext): Promise<string> {
  if (context.ask === undefined) {
    const piped = (await readTextFile('-', context)).replace(/\r?\n$/, '');
    if (piped !== '') return piped;
    throw new UsageError(
      'Standard input has no password. Run the command in a terminal, or pipe the password in.',
    );
  }
  const password = await context.ask('New password: ', { hidden: true });
  const again = await context.ask('Repeat password: ', { hidden: true });
  if (password === again) return password;
  throw new UsageError('The two passwords differ. Nothing was changed.');
}

function passwordPath(urn: string): string {
  return `/api/colophon/v1/users/${encodeURIComponent(urn)}/password`;
}

function print(result: object, text: string, { format }: Flags, context: CommandContext): void {
  context.print(format === 'json' ? JSON.stringify(result) : text);
}
