import type { Command } from 'commander';
import { asObject, asText } from '../../util/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connect.ts';
import type { ConnectionFlags } from '../connect.ts';
import { parseDuration } from '../token-duration.ts';
import { urnArgument, urnOfType } from '../urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly actor: string;
  readonly name: string;
  readonly description?: string;
  readonly duration: string;
  readonly readOnly?: true;
  readonly property: readonly string[];
  readonly entityType: readonly string[];
}

/** `colophon token create`. */
export function createTokenCommand(context: CommandContext): Command {
  const command = newCommand('create', 'Make an access token. Its text is shown once and kept nowhere.', [
    {
      line: 'token create --actor urn:li:corpuser:datahub --name laptop --duration 30d',
      does: 'a token for a month',
    },
    {
      line: 'token create --actor urn:li:corpuser:robot --name ci --duration never --data ./colophon-data',
      does: 'a token without an end, on the machine of the server',
    },
    {
      line: 'token create --actor urn:li:corpuser:robot --name board --read-only --entity-type dataset',
      does: 'a token that reads datasets and nothing else',
    },
  ])
    .requiredOption('--actor <urn>', 'whose rights the token carries, for example urn:li:corpuser:datahub')
    .requiredOption('--name <name>', 'what the token is for')
    .option('--description <text>', 'more about it')
    .requiredOption('--duration <time>', 'how long it works: 30m, 12h, 30d, 2w, or never', '30d')
    .option('--read-only', 'nothing can be changed with it')
    .option('--property <urn...>', 'the only structured properties that it reads and assigns', [])
    .option('--entity-type <name...>', 'the only entity types that it reads and changes', []);
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
      `Made the token '${flags.name}' (${id}). Keep its text, shown above: it cannot be shown again.`,
    );
  }
  if (created['madeUser'] === true) {
    context.notify(
      `There was no user ${flags.actor}: it was made with the token, and has no rights but those of all users.`,
    );
  }
}

function requestBody({
  actor,
  description,
  duration,
  entityType,
  name,
  property,
  readOnly,
}: Flags): JsonObject {
  return {
    actorUrn: urnArgument(actor),
    name,
    durationMs: parseDuration(duration),
    ...(description !== undefined && { description }),
    ...(readOnly === true && { readOnly }),
    ...(property.length > 0 && { properties: property.map((urn) => urnOfType('structuredProperty', urn)) }),
    ...(entityType.length > 0 && { entityTypes: entityType }),
  };
}
