import type { Command } from 'commander';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { wholeNumberOption } from '../../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly query: string;
  readonly limit: number;
}

const LIST = `query list($input: ListUsersInput!) {
  listUsers(input: $input) { total users { urn username status isNativeUser properties { displayName email } } } }`;

export function listUsersCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List users.', [
    { line: 'user list', does: 'the first 100 users' },
    { line: 'user list --query ada', does: 'users that match a search' },
  ])
    .option('--query <words>', 'search words', '*')
    .addOption(wholeNumberOption('--limit <count>', 'maximum number of users').default(100));
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const input = { query: flags.query, count: flags.limit };
  const data = await withCatalog(flags, context, (client) => client.graphql(LIST, { input }));
  const page = asObject(data['listUsers'], 'listUsers');
  const users = asList(page['users'], 'users').filter(isJsonObject).map(forPrograms);
  if (flags.format === 'json') context.print(jsonText(users));
  else context.print(tableText(['URN', 'NAME', 'STATUS', 'PASSWORD'], users.map(row)));
  const total = Number(page['total']);
  if (total > users.length)
    context.notify(`${total - users.length} more users are not shown. Increase --limit.`);
}

function forPrograms(user: JsonObject): JsonObject {
  const details = isJsonObject(user['properties']) ? user['properties'] : {};
  return {
    urn: user['urn'],
    displayName: details['displayName'] ?? null,
    email: details['email'] ?? null,
    status: user['status'] ?? 'ACTIVE',
    hasPassword: user['isNativeUser'] === true,
  };
}

function row(user: JsonObject): readonly string[] {
  const name = user['displayName'];
  return [
    asText(user['urn'], 'urn'),
    typeof name === 'string' ? name : '',
    user['status'] === 'SUSPENDED' ? 'suspended' : 'active',
    user['hasPassword'] === true ? 'yes' : 'no',
  ];
}
