import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { requireEntity } from '../connection/require-entity.ts';
import { jsonText, tableText } from '../output.ts';
import { changeMembersCommand } from './group-members.ts';
import { urnOfType } from '../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly name?: string;
  readonly description?: string;
}

const CREATE = 'mutation create($input: CreateGroupInput!) { createGroup(input: $input) }';
const REMOVE = 'mutation remove($urn: String!) { removeGroup(urn: $urn) }';
const LIST = `query list($input: ListGroupsInput!) { listGroups(input: $input) { groups {
  urn properties { displayName description }
  members: relationships(input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: INCOMING, count: 0 }) { total }
} } }`;

/** Maximum number of listed groups. */
const MAX_LISTED = 1000;

/** `colophon group`: groups of users, to which policies can apply. */
export function groupCommand(context: CommandContext): Command {
  return newCommand('group', 'Create, list and delete groups, and change their members.', [
    { line: "group create stewards --name 'Data stewards'", does: 'create an empty group' },
    { line: 'group add stewards ada@example.com ben@example.com', does: 'add two users to it' },
  ])
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(changeMembersCommand('add', context))
    .addCommand(changeMembersCommand('remove', context))
    .addCommand(deleteCommand(context));
}

function createCommand(context: CommandContext): Command {
  const command = newCommand('create', 'Create an empty group.', [
    { line: "group create stewards --name 'Data stewards'", does: 'create urn:li:corpGroup:stewards' },
  ])
    .argument('<id>', 'id of the group, the last part of its urn')
    .option('--name <name>', 'display name (default: the id)')
    .option('--description <text>', 'purpose of the group');
  return addFormatOption(addConnectionOptions(command)).action(async (id: string, flags: Flags) => {
    const input = { id, name: flags.name ?? id, description: flags.description ?? null };
    const data = await withCatalog(flags, context, (client) => client.graphql(CREATE, { input }));
    const urn = asText(data['createGroup'], 'createGroup');
    context.print(flags.format === 'json' ? JSON.stringify({ urn }) : `Created ${urn}.`);
  });
}

function deleteCommand(context: CommandContext): Command {
  const command = newCommand('delete', 'Delete a group and all memberships in it.', [
    { line: 'group delete stewards', does: 'its members remain users' },
  ]).argument('<group>', 'id or urn of the group');
  return addFormatOption(addConnectionOptions(command)).action(async (group: string, flags: Flags) => {
    const urn = urnOfType('corpGroup', group);
    await withCatalog(flags, context, async (client) => {
      await requireEntity(client, urn);
      await client.graphql(REMOVE, { urn });
    });
    context.print(flags.format === 'json' ? JSON.stringify({ urn, done: 'delete' }) : `Deleted ${urn}.`);
  });
}

function listCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List groups with their number of members.', [
    { line: 'group list', does: 'all groups, as a table' },
  ]);
  return addFormatOption(addConnectionOptions(command)).action(async (flags: Flags) => {
    const input = { count: MAX_LISTED };
    const data = await withCatalog(flags, context, (client) => client.graphql(LIST, { input }));
    const groups = asList(asObject(data['listGroups'], 'listGroups')['groups'], 'groups');
    const listed = groups.filter(isJsonObject).map(forPrograms);
    if (flags.format === 'json') context.print(jsonText(listed));
    else context.print(tableText(['URN', 'NAME', 'MEMBERS'], listed.map(row)));
  });
}

function forPrograms(group: JsonObject): JsonObject {
  const details = isJsonObject(group['properties']) ? group['properties'] : {};
  const { displayName = null, description = null } = details;
  const members = asObject(group['members'], 'members')['total'];
  return { urn: group['urn'], displayName, description, members };
}

function row({ displayName, members, urn }: JsonObject): readonly string[] {
  return [
    asText(urn, 'urn'),
    typeof displayName === 'string' ? displayName : '',
    typeof members === 'number' ? `${members}` : '',
  ];
}
