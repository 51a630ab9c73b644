import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { createTokenCommand } from './token-create.ts';
import { listTokensCommand, showTokenCommand } from './token-show.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

export function tokenCommand(context: CommandContext): Command {
  return newCommand('token', 'Create, list, show and revoke access tokens.', [
    { line: 'token create --name laptop', does: 'a token for yourself, valid for 30 days' },
    { line: 'token list', does: 'list all tokens' },
  ])
    .addCommand(createTokenCommand(context))
    .addCommand(listTokensCommand(context))
    .addCommand(showTokenCommand(context))
    .addCommand(revokeCommand(context));
}

function revokeCommand(context: CommandContext): Command {
  const command = newCommand('revoke', 'Revoke an access token. It stops working with the next request.', [
    { line: 'token revoke 3f1c…', does: "'colophon token list' shows the ids" },
  ]).argument('<id>', 'id of the token');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    revoke(id, flags, context),
  );
}

async function revoke(id: string, flags: Flags, context: CommandContext): Promise<void> {
  await withCatalog(flags, context, (client) =>
    client.request('DELETE', `/api/colophon/v1/tokens/${encodeURIComponent(id)}`),
  );
  if (flags.format === 'json') context.print(JSON.stringify({ id, revoked: true }));
  else context.print(`Revoked the token ${id}.`);
}
