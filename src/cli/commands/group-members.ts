import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { counted } from '../output.ts';
import { urnOfType } from '../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const CHANGES = {
  add: {
    document: 'mutation add($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }',
    summary: 'Add users to a group.',
    done: (users: string, group: string) => `Added ${users} to ${group}.`,
  },
  remove: {
    document: 'mutation remove($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }',
    summary: 'Remove users from a group.',
    done: (users: string, group: string) => `Removed ${users} from ${group}.`,
  },
} as const;

/** `colophon group add` and `colophon group remove`. */
export function changeMembersCommand(kind: keyof typeof CHANGES, context: CommandContext): Command {
  const { document, done, summary } = CHANGES[kind];
  const example = { line: `group ${kind} stewards ada@example.com`, does: 'one user or several' };
  const command = newCommand(kind, summary, [example])
    .argument('<group>', 'id or urn of the group')
    .argument('<users...>', 'user names or urns');
  return addFormatOption(addConnectionOptions(command)).action(
    async (group: string, users: readonly string[], flags: Flags) => {
      const groupUrn = urnOfType('corpGroup', group);
      const userUrns = users.map((user) => urnOfType('corpuser', user));
      await withCatalog(flags, context, (client) =>
        client.graphql(document, { input: { groupUrn, userUrns } }),
      );
      const text = done(counted(userUrns.length, 'user'), groupUrn);
      context.print(flags.format === 'json' ? JSON.stringify({ urn: groupUrn, done: kind, userUrns }) : text);
    },
  );
}
