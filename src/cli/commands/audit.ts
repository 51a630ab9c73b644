import type { Command } from 'commander';
import { asList, asObject } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { parseMoment } from '../arguments/moment.ts';
import { jsonText, tableText } from '../output.ts';
import { entityArgument, urnArgument } from '../arguments/urn-argument.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly entity?: string;
  readonly actor?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly denied?: boolean;
  readonly limit: number;
}

const PATH = '/api/colophon/v1/audit';
const PAGE = 1_000;
const MAX_LIMIT = 1_000_000;
const COLUMNS = ['TIME', 'EVENT', 'ACTOR', 'ADDRESS', 'OPERATION', 'ENTITY', 'ASPECT'];
const REFUSALS = ['denied', 'unauthenticated', 'failedLogIn'];

/** `colophon audit`: events of the audit log. */
export function auditCommand(context: CommandContext): Command {
  const command = newCommand('audit', 'Show the audit log, newest first: changes and denied requests.', [
    { line: 'audit --since 2h', does: 'events of the last two hours' },
    { line: 'audit --denied --since 2026-03-01', does: 'requests denied since a day' },
    { line: 'audit --entity urn:li:tag:pii --format json', does: 'events of an entity, as JSON' },
  ])
    .option('--entity <urn>', 'only events of this entity')
    .option('--actor <urn...>', 'only events by these users')
    .option('--since <time>', 'only events since a day, a time (UTC) or an age (2h, 7d)')
    .option('--until <time>', 'only events before a day, a time (UTC) or an age')
    .option('--denied', 'only denied requests: missing privileges, invalid token or failed login')
    .addOption(wholeNumberOption('--limit <number>', 'maximum number of events', MAX_LIMIT).default(100));
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => audit(flags, context));
}

async function audit(flags: Flags, context: CommandContext): Promise<void> {
  const parameters = parametersOf(flags);
  const events = await withCatalog(flags, context, (client) => read(client, parameters, flags.limit));
  if (flags.format === 'json') context.print(jsonText({ events }));
  else if (events.length === 0) context.notify('No audit events match.');
  else context.print(tableText(COLUMNS, events.map(row)));
}

async function read(
  client: CatalogClient,
  parameters: URLSearchParams,
  limit: number,
): Promise<readonly JsonObject[]> {
  const events: JsonObject[] = [];
  while (events.length < limit) {
    parameters.set('count', String(Math.min(PAGE, limit - events.length)));
    const page = asObject(await client.request('GET', `${PATH}?${parameters.toString()}`), 'The answer');
    events.push(...asList(page['events'], 'events').map((event) => asObject(event, 'event')));
    const { cursor } = page;
    if (typeof cursor !== 'string') break;
    parameters.set('cursor', cursor);
  }
  return events;
}

function parametersOf({ entity, actor = [], since, until, denied = false }: Flags): URLSearchParams {
  const now = Date.now();
  const parameters = new URLSearchParams();
  if (entity !== undefined) parameters.set('entity', entityArgument(entity));
  for (const urn of actor) parameters.append('actor', urnArgument(urn));
  if (since !== undefined) parameters.set('since', String(parseMoment(since, now)));
  if (until !== undefined) parameters.set('until', String(parseMoment(until, now)));
  if (denied) parameters.set('kind', REFUSALS.join(','));
  return parameters;
}

function row(event: JsonObject): readonly string[] {
  const { time, kind, changeType, upkeep, count, actorUrn, entityUrn, aspectName, request } = event;
  const { address, operation } = request === undefined ? {} : asObject(request, 'request');
  const what = kind === 'change' ? changeType : (upkeep ?? kind);
  return [
    typeof time === 'number' ? new Date(time).toISOString() : '',
    `${shown(what)}${typeof count === 'number' && count > 1 ? ` (${count} times)` : ''}`,
    ...[actorUrn, address, operation, entityUrn, aspectName].map(shown),
  ];
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
