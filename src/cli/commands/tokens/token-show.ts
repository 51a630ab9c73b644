import type { Command } from 'commander';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, printable, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const PATH = '/api/colophon/v1/tokens';

export function listTokensCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List access tokens, without their text.', [
    { line: 'token list', does: 'all tokens of the catalog' },
  ]);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

export function showTokenCommand(context: CommandContext): Command {
  const command = newCommand('show', 'Show the details of an access token, without its text.', [
    { line: 'token show 3f1c…', does: "'colophon token list' shows the ids" },
  ]).argument('<id>', 'id of the token');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    show(id, flags, context),
  );
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) => client.request('GET', PATH));
  const tokens = asList(asObject(answer, 'The answer')['tokens'], 'tokens').filter(isJsonObject);
  if (flags.format === 'json') {
    context.print(jsonText(tokens.map(forPrograms)));
  } else if (tokens.length === 0) {
    context.notify("There are no access tokens. Create one with 'colophon token create'.");
  } else {
    context.print(
      tableText(['ID', 'NAME', 'ACTOR', 'LIMITS', 'CREATED', 'LAST USED', 'EXPIRES'], tokens.map(row)),
    );
  }
}

async function show(id: string, flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', `${PATH}/${encodeURIComponent(id)}`),
  );
  const token = forPrograms(asObject(answer, 'The answer'));
  if (flags.format === 'json') {
    context.print(jsonText(token));
    return;
  }
  const lines = Object.entries(token).map(([name, value]) => `${name}: ${shown(value)}`);
  context.print(lines.join('\n'));
}

function shown(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return printable(value.join(', '));
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

function row(token: JsonObject): readonly string[] {
  return [
    asText(token['id'], 'id'),
    asText(token['name'], 'name'),
    asText(token['actorUrn'], 'actorUrn'),
    limitsOf(token),
    timeText(token['createdAt']) ?? '',
    timeText(token['lastUsedAt']) ?? '-',
    timeText(token['expiresAt']) ?? 'never',
  ];
}

/** How the token is restricted, in short. */
function limitsOf({ direct, entityTypes, properties, proposeOnly, readOnly }: JsonObject): string {
  const limits = [
    ...(readOnly === true ? ['read-only'] : []),
    ...(proposeOnly === true ? ['propose-only'] : []),
    ...(direct === true ? ['direct'] : []),
    ...(Array.isArray(properties) ? ['properties'] : []),
    ...(Array.isArray(entityTypes) ? ['entity types'] : []),
  ];
  return limits.length === 0 ? '-' : limits.join(', ');
}

function forPrograms(token: JsonObject): JsonObject {
  const {
    description,
    direct,
    id,
    name,
    actorUrn,
    ownerUrn,
    proposeOnly,
    readOnly,
    properties,
    entityTypes,
  } = token;
  return {
    id,
    name,
    description,
    actor: actorUrn,
    owner: ownerUrn,
    created: timeText(token['createdAt']) ?? null,
    expires: timeText(token['expiresAt']) ?? null,
    lastUsed: timeText(token['lastUsedAt']) ?? null,
    readOnly,
    proposeOnly,
    direct,
    properties,
    entityTypes,
  };
}

function timeText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? new Date(value).toISOString() : undefined;
}
