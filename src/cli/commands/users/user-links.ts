import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { urnOfType } from '../../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly role?: string;
  readonly renew?: true;
}

const INVITE =
  'query invite($input: GetInviteTokenInput!) { invite: getInviteToken(input: $input) { inviteToken } }';
const RENEW =
  'mutation invite($input: CreateInviteTokenInput!) { invite: createInviteToken(input: $input) { inviteToken } }';
const RESET =
  'mutation reset($input: CreateNativeUserResetTokenInput!) { createNativeUserResetToken(input: $input) { resetToken } }';

export function inviteCommand(context: CommandContext): Command {
  const command = newCommand('invite', 'Print a sign-up link, valid for 30 days.', [
    { line: 'user invite', does: 'for users without a role' },
    { line: 'user invite --role Editor --renew', does: 'with a role; revokes earlier links' },
  ])
    .option('--role <role>', 'name or urn of the role that new users get')
    .option('--renew', 'create a new link and revoke earlier ones');
  return addFormatOption(addConnectionOptions(command)).action(async (flags: Flags) => {
    const input = flags.role === undefined ? {} : { roleUrn: urnOfType('dataHubRole', flags.role) };
    await printLink(flags, context, '/signup?invite_token=', async (client) => {
      const data = await client.graphql(flags.renew === true ? RENEW : INVITE, { input });
      return asText(asObject(data['invite'], 'invite')['inviteToken'], 'inviteToken');
    });
  });
}

export function resetCommand(context: CommandContext): Command {
  const command = newCommand('reset', 'Print a password reset link, valid for one day.', [
    { line: 'user reset ada@example.com', does: 'send the link to the user' },
  ]).argument('<user>', 'user name or urn');
  return addFormatOption(addConnectionOptions(command)).action(async (user: string, flags: Flags) => {
    const input = { userUrn: urnOfType('corpuser', user) };
    await printLink(flags, context, '/reset?reset_token=', async (client) => {
      const data = await client.graphql(RESET, { input });
      return asText(asObject(data['createNativeUserResetToken'], 'reset')['resetToken'], 'resetToken');
    });
  });
}

async function printLink(
  flags: Flags,
  context: CommandContext,
  path: string,
  ask: Parameters<typeof withCatalog<string>>[2],
): Promise<void> {
  let url = '';
  const token = await withCatalog(flags, context, (client) => {
    url = client.url.replace(/\/(?:api\/)?gms$/, '');
    return ask(client);
  });
  const link = `${url}${path}${token}`;
  context.print(flags.format === 'json' ? JSON.stringify({ token, link }) : link);
}
