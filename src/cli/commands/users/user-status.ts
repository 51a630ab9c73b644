import type { Command } from 'commander';
import {
  addConnectionOptions,
  addFormatOption,
  newCommand,
  type Example,
  type OutputFormat,
} from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { requireEntity } from '../../connection/require-entity.ts';
import { urnOfType } from '../../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const SET_STATUS =
  'mutation status($urn: String!, $status: CorpUserStatus!) { updateUserStatus(urn: $urn, status: $status) }';
const REMOVE = 'mutation remove($urn: String!) { removeUser(urn: $urn) }';

export function suspendCommand(context: CommandContext): Command {
  return changeCommand('suspend', 'Suspend a user. All tokens and sessions stop working.', {
    example: { line: 'user suspend ada@example.com', does: 'in effect from the next request' },
    document: SET_STATUS,
    variables: { status: 'SUSPENDED' },
    done: 'Suspended',
    context,
  });
}

export function activateCommand(context: CommandContext): Command {
  return changeCommand('activate', 'Reactivate a suspended user. Existing tokens work again.', {
    example: { line: 'user activate ada@example.com', does: 'undo a suspension' },
    document: SET_STATUS,
    variables: { status: 'ACTIVE' },
    done: 'Activated',
    context,
  });
}

export function removeUserCommand(context: CommandContext): Command {
  return changeCommand('remove', 'Remove a user permanently, with all tokens and sessions.', {
    example: { line: 'user remove ada@example.com', does: 'cannot be undone' },
    document: REMOVE,
    variables: {},
    done: 'Removed',
    context,
  });
}

interface Change {
  readonly example: Example;
  readonly document: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly done: string;
  readonly context: CommandContext;
}

function changeCommand(name: string, summary: string, change: Change): Command {
  const command = newCommand(name, summary, [change.example]).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const urn = urnOfType('corpuser', user);
    await withCatalog(flags, change.context, async (client) => {
      await requireEntity(client, urn);
      await client.graphql(change.document, { urn, ...change.variables });
    });
    const text = `${change.done} ${urn}.`;
    change.context.print(flags.format === 'json' ? JSON.stringify({ urn, done: name }) : text);
  });
}
