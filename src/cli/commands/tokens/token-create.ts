import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { parseDuration } from '../../arguments/token-duration.ts';
import { urnArgument, urnOfType } from '../../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly actor?: string;
  readonly name: string;
  readonly description?: string;
  readonly duration: string;
  readonly readOnly?: true;
  readonly proposeOnly?: true;
  readonly direct?: true;
  readonly property: readonly string[];
  readonly entityType: readonly string[];
}

export function createTokenCommand(context: CommandContext): Command {
  const command = newCommand('create', 'Create an access token. Its text is shown once and not stored.', [
    { line: 'token create --name laptop --duration 30d', does: 'a token for yourself, valid for 30 days' },
    {
      line: 'token create --actor urn:li:corpuser:robot --name ci --duration never --data ./colophon-data',
      does: 'a token that never expires, created on the machine of the server',
    },
    {
      line: 'token create --actor urn:li:corpuser:robot --name board --read-only --entity-type dataset',
      does: 'a token that can only read datasets',
    },
    {
      line: 'token create --name agent --propose-only',
      does: 'a token that reads, and whose writes wait for approval',
    },
  ])
    .requiredOption('--name <name>', 'name of the token')
    .option('--actor <urn>', 'user whose privileges the token has (default: yourself)')
    .option('--description <text>', 'description of the token')
    .requiredOption('--duration <time>', 'lifetime: 30m, 12h, 30d, 2w, or never', '30d')
    .option('--read-only', 'allow reads only')
    .option('--propose-only', 'allow reads, and turn each write into a proposal that somebody has to approve')
    .option('--direct', 'let agents write without a plan, at /mcp/datahub')
    .option('--property <urn...>', 'allow only these structured properties to be read and assigned', [])
    .option('--entity-type <name...>', 'allow only these entity types to be read and changed', []);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => create(flags, context));
}

async function create(flags: Flags, context: CommandContext): Promise<void> {
  const body = requestBody(flags);
  const path = '/api/colophon/v1/tokens';
  const answer = await withCatalog(flags, context, (client) => client.request('POST', path, body));
  const created = asObject(answer, 'The answer');
  const { id, token } = { id: asText(created['id'], 'id'), token: asText(created['token'], 'token') };
  if (flags.format === 'json') {
    context.print(JSON.stringify({ id, token }));
  } else {
    context.print(token);
    context.notify(
      `Created the token '${flags.name}' (${id}). Save its text, shown above: it cannot be shown again.`,
    );
  }
  if (created['madeUser'] === true) {
    context.notify(
      `The user ${asText(created['actorUrn'], 'actorUrn')} did not exist and was created. It has only the privileges of all users.`,
    );
  }
}

function requestBody({
  actor,
  description,
  direct,
  duration,
  entityType,
  name,
  property,
  proposeOnly,
  readOnly,
}: Flags): JsonObject {
  return {
    name,
    durationMs: parseDuration(duration),
    ...(actor !== undefined && { actorUrn: urnArgument(actor) }),
    ...(description !== undefined && { description }),
    ...(readOnly === true && { readOnly }),
    ...(proposeOnly === true && { proposeOnly }),
    ...(direct === true && { direct }),
    ...(property.length > 0 && { properties: property.map((urn) => urnOfType('structuredProperty', urn)) }),
    ...(entityType.length > 0 && { entityTypes: entityType }),
  };
}
