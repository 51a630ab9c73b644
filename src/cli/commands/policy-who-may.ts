import type { Command } from 'commander';
import { asList, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { entityArgument } from '../arguments/urn-argument.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText, tableText } from '../output.ts';
import { allPolicies } from '../policies/all-policies.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly urn: string;
  readonly privilege?: string;
}

/** `colophon policy who-may`: lists the policies that grant privileges on an entity, with their actors. */
export function policyWhoMayCommand(context: CommandContext): Command {
  const command = newCommand('who-may', 'List who has privileges on an entity, and by which policy.', [
    {
      line: "policy who-may --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)' --privilege EDIT_ENTITY_TAGS",
      does: 'who may edit its tags',
    },
    {
      line: "policy who-may --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)' --format json",
      does: 'all privileges and their holders, as JSON',
    },
  ])
    .requiredOption('--urn <urn>', 'entity')
    .option('--privilege <name>', 'privilege on entities, such as EDIT_ENTITY_TAGS; omit it for all');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => whoMay(flags, context));
}

const DOCUMENT = `query holders($input: ListPrivilegeHoldersInput!) { listPrivilegeHolders(input: $input) { total policies {
  policyUrn name privileges limitedToProperties limitedToTags allUsers allGroups users groups roles owners hasMore
} } }`;

async function whoMay(flags: Flags, context: CommandContext): Promise<void> {
  const input = { resourceUrn: entityArgument(flags.urn), privilege: flags.privilege ?? null };
  const policies = await withCatalog(flags, context, (client) =>
    allPolicies(client, { document: DOCUMENT, field: 'listPrivilegeHolders', input }),
  );
  if (flags.format === 'json') context.print(jsonText({ policies }));
  else context.print(tableText(['POLICY', 'NAME', 'PRIVILEGES', 'WHO'], policies.map(row)));
}

function row(policy: JsonObject): readonly string[] {
  const privileges = asList(policy['privileges'], 'privileges').map((name) => asText(name, 'privileges'));
  const [first = '', ...others] = privileges;
  return [
    asText(policy['policyUrn'], 'policyUrn'),
    asText(policy['name'], 'name'),
    others.length === 0 ? first : String(privileges.length),
    whoText(policy) + limitText(policy),
  ];
}

function limitText(policy: JsonObject): string {
  const limits = [
    ...(policy['limitedToProperties'] === true ? ['properties'] : []),
    ...(policy['limitedToTags'] === true ? ['tags'] : []),
  ];
  return limits.length === 0 ? '' : ` (only some ${limits.join(' and ')})`;
}

function whoText(policy: JsonObject): string {
  const urnsOf = (member: string): readonly string[] =>
    asList(policy[member] ?? [], member).map((urn) => asText(urn, member).replace(/^urn:li:\w+:/, ''));
  const owners = urnsOf('owners').map((name) => `${name} (owner)`);
  return [
    ...(policy['allUsers'] === true ? ['all users'] : []),
    ...(policy['allGroups'] === true ? ['all groups'] : []),
    ...urnsOf('roles'),
    ...urnsOf('groups'),
    ...urnsOf('users'),
    ...owners,
    ...(policy['hasMore'] === true ? ['and more'] : []),
  ].join(', ');
}
