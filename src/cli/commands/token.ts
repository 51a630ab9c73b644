import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json-input.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connect.ts';
import type { ConnectionFlags } from '../connect.ts';
import { jsonText, tableText } from '../output.ts';
import { parseDuration } from '../token-duration.ts';
import { urnArgument } from '../urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

interface CreateFlags extends Flags {
  readonly actor: string;
  readonly name: string;
  readonly description?: string;
  readonly duration: string;
}

const PATH = '/api/colophon/v1/tokens';

/** `colophon token`: makes, lists and revokes access tokens. */
export function tokenCommand(context: CommandContext): Command {
  return newCommand('token', 'Create, list and revoke access tokens.', [
    { line: 'token create --actor urn:li:corpuser:datahub --name laptop', does: 'a token for a month' },
    { line: 'token list', does: 'which tokens there are' },
  ])
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context));
}

function createCommand(context: CommandContext): Command {
  const command = newCommand('create', 'Make an access token. Its text is shown once and kept nowhere.', [
    {
      line: 'token create --actor urn:li:corpuser:datahub --name laptop --duration 30d',
      does: 'a token for a month',
    },
    {
      line: 'token create --actor urn:li:corpuser:robot --name ci --duration never --data ./colophon-data',
      does: 'a token without an end, on the machine of the server',
    },
  ])
    .requiredOption('--actor <urn>', 'whose rights the token carries, for example urn:li:corpuser:datahub')
    .requiredOption('--name <name>', 'what the token is for')
    .option('--description <text>', 'more about it')
    .requiredOption('--duration <time>', 'how long it works: 30m, 12h, 30d, 2w, or never', '30d');
  return addFormatOption(addConnectionOptions(command)).action((flags: CreateFlags) =>
    create(flags, context),
  );
}

async function create(flags: CreateFlags, context: CommandContext): Promise<void> {
  const body = {
    actorUrn: urnArgument(flags.actor),
    name: flags.name,
    durationMs: parseDuration(flags.duration),
    ...(flags.description !== undefined && { description: flags.description }),
  };
  const answer = await withCatalog(flags, context, (client) => client.request('POST', PATH, body));
  const created = asObject(answer, 'The answer');
  const { id, token } = { id: asText(created['id'], 'id'), token: asText(created['token'], 'token') };
  if (flags.format === 'json') {
    context.print(JSON.stringify({ id, token }));
    return;
  }
  context.print(token);
  context.notify(
    `Made the token '${flags.name}' (${id}). Keep its text, shown above: it cannot be shown again.`,
  );
}

function listCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List access tokens, without their texts.', [
    { line: 'token list', does: 'every token of the catalog' },
  ]);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) => client.request('GET', PATH));
  const tokens = asList(asObject(answer, 'The answer')['tokens'], 'tokens').filter(isJsonObject);
  if (flags.format === 'json') {
    context.print(jsonText(tokens.map(forPrograms)));
  } else if (tokens.length === 0) {
    context.notify("There are no access tokens. Make one with 'colophon token create'.");
  } else {
    context.print(tableText(['ID', 'NAME', 'ACTOR', 'CREATED', 'EXPIRES'], tokens.map(row)));
  }
}

function row(token: JsonObject): readonly string[] {
  return [
    asText(token['id'], 'id'),
    asText(token['name'], 'name'),
    asText(token['actorUrn'], 'actorUrn'),
    timeText(token['createdAt']) ?? '',
    timeText(token['expiresAt']) ?? 'never',
  ];
}

function forPrograms(token: JsonObject): JsonObject {
  return {
    id: token['id'],
    name: token['name'],
    description: token['description'],
    actor: token['actorUrn'],
    owner: token['ownerUrn'],
    created: timeText(token['createdAt']) ?? null,
    expires: timeText(token['expiresAt']) ?? null,
  };
}

function timeText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? new Date(value).toISOString() : undefined;
}

function revokeCommand(context: CommandContext): Command {
  const command = newCommand('revoke', 'Make an access token useless from the next request on.', [
    { line: 'token revoke 3f1c…', does: "the id is in the list of 'colophon token list'" },
  ]).argument('<id>', 'id of the token');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    revoke(id, flags, context),
  );
}

async function revoke(id: string, flags: Flags, context: CommandContext): Promise<void> {
  await withCatalog(flags, context, (client) =>
    client.request('DELETE', `${PATH}/${encodeURIComponent(id)}`),
  );
  if (flags.format === 'json') context.print(JSON.stringify({ id, revoked: true }));
  else context.print(`Revoked the token ${id}.`);
}
