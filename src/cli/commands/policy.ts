import type { Command } from 'commander';
import { invalidRequest } from '../../errors.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText, tableText } from '../output.ts';
import { allPolicies } from '../policies/all-policies.ts';
import { explain, explanationText } from '../policies/explanation.ts';
import { entityArgument, urnArgument } from '../arguments/urn-argument.ts';
import { policyTestCommand } from './policy-test.ts';
import { policyWhoMayCommand } from './policy-who-may.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

interface ExplainFlags extends Flags {
  readonly actor: string;
  readonly privilege: string;
  readonly urn?: string;
  readonly property?: readonly string[];
}

export function policyCommand(context: CommandContext): Command {
  return newCommand('policy', 'List, explain and test access policies.', [
    { line: 'policy list', does: 'list all policies' },
    {
      line: 'policy explain --actor urn:li:corpuser:alice --privilege MANAGE_TAGS',
      does: 'show whether alice has a privilege, and why',
    },
    { line: "policy who-may --urn 'urn:li:dataset:(...)'", does: 'list who has privileges on an entity' },
    { line: 'policy test expectations.yaml', does: 'check the catalog against expectations' },
  ])
    .addCommand(listCommand(context))
    .addCommand(explainCommand(context))
    .addCommand(policyWhoMayCommand(context))
    .addCommand(policyTestCommand(context));
}

function listCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List all policies.', [
    { line: 'policy list', does: 'as a table' },
    { line: 'policy list --format json', does: 'complete, as JSON' },
  ]);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

const LIST = `query list($input: ListPoliciesInput!) { listPolicies(input: $input) { total policies {
  urn type name state description privileges editable
  actors { users groups roles allUsers allGroups resourceOwners resourceOwnersTypes }
  resources { type resources allResources
    filter { criteria { field condition values { value } structuredPropertyValues { propertyUrn values } } }
    privilegeConstraints { criteria { field condition values { value } } } }
} } }`;

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const policies = await withCatalog(flags, context, (client) =>
    allPolicies(client, { document: LIST, field: 'listPolicies' }),
  );
  if (flags.format === 'json') context.print(jsonText({ policies }));
  else context.print(tableText(['URN', 'NAME', 'TYPE', 'STATE', 'ACTORS', 'PRIVILEGES'], policies.map(row)));
}

function row(policy: JsonObject): readonly string[] {
  const text = (member: string): string => asText(policy[member], member);
  const privileges = asList(policy['privileges'], 'privileges').length;
  const actors = actorsText(asObject(policy['actors'], 'actors'));
  return [text('urn'), text('name'), text('type'), text('state'), actors, String(privileges)];
}

function actorsText(actors: JsonObject): string {
  const named = ['users', 'groups', 'roles'].flatMap((member) => {
    const urns = actors[member];
    return Array.isArray(urns) ? urns.map((urn) => String(urn).replace(/^urn:li:\w+:/, '')) : [];
  });
  return [
    ...(actors['allUsers'] === true ? ['all users'] : []),
    ...(actors['allGroups'] === true ? ['all groups'] : []),
    ...(actors['resourceOwners'] === true ? ['owners'] : []),
    ...named,
  ].join(', ');
}

function explainCommand(context: CommandContext): Command {
  const command = newCommand('explain', 'Show whether an actor has a privilege, and why.', [
    {
      line: 'policy explain --actor urn:li:corpuser:alice --privilege MANAGE_TAGS',
      does: 'a platform privilege',
    },
    {
      line: "policy explain --actor urn:li:corpuser:alice --privilege EDIT_ENTITY_TAGS --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)'",
      does: 'a privilege on an entity',
    },
  ])
    .requiredOption('--actor <urn>', 'actor, such as urn:li:corpuser:alice')
    .requiredOption('--privilege <name>', 'privilege, such as EDIT_ENTITY_PROPERTIES')
    .option('--urn <urn>', 'entity; omit it for platform privileges')
    .option('--property <urn...>', 'structured properties whose values on the entity are accessed');
  return addFormatOption(addConnectionOptions(command)).action((flags: ExplainFlags) =>
    explainOne(flags, context),
  );
}

async function explainOne(flags: ExplainFlags, context: CommandContext): Promise<void> {
  if (flags.property !== undefined && flags.urn === undefined) {
    throw invalidRequest('--property requires an entity. Name the entity with --urn.');
  }
  const question = {
    actor: urnArgument(flags.actor),
    privilege: flags.privilege,
    urn: flags.urn === undefined ? undefined : entityArgument(flags.urn),
    properties: (flags.property ?? []).map((urn) => entityArgument(urn)),
  };
  const explained = await withCatalog(flags, context, (client) => explain(question, client));
  context.print(
    flags.format === 'json'
      ? jsonText({
          ...question,
          urn: question.urn ?? null,
          ...explained,
          policyUrn: explained.policyUrn ?? null,
        })
      : explanationText(explained),
  );
}
