import type { Command } from 'commander';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, printable, tableText } from '../../output.ts';
import { WEBHOOKS_PATH } from './webhook-create.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const DELIVERY_COLUMNS = ['ID', 'TIME', 'KIND', 'TRY', 'EVENTS', 'STATUS', 'MS', 'ERROR'];

export function listWebhooksCommand(context: CommandContext): Command {
  const command = newCommand(
    'list',
    "List your webhooks; with the privilege MANAGE_ACCESS_TOKENS, everyone's.",
    [{ line: 'webhooks list', does: 'with the state of each' }],
  );
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

export function showWebhookCommand(context: CommandContext): Command {
  const command = newCommand('show', 'Show a webhook with its position, and why it stopped.', [
    { line: 'webhooks show 3f1c…', does: "'colophon webhooks list' shows the ids" },
  ]).argument('<id>', 'id of the webhook');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    show(id, flags, context),
  );
}

export function webhookDeliveriesCommand(context: CommandContext): Command {
  const command = newCommand('deliveries', 'Show the latest delivery attempts of a webhook.', [
    { line: 'webhooks deliveries 3f1c…', does: 'newest first' },
  ]).argument('<id>', 'id of the webhook');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    deliveries(id, flags, context),
  );
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) => client.request('GET', WEBHOOKS_PATH));
  const webhooks = asList(asObject(answer, 'The answer')['webhooks'], 'webhooks').filter(isJsonObject);
  if (flags.format === 'json') {
    context.print(jsonText(webhooks));
  } else if (webhooks.length === 0) {
    context.notify("You have no webhooks. Create one with 'colophon webhooks create'.");
  } else {
    const columns = ['ID', 'NAME', 'URL', 'OWNER', 'STATUS', 'DELIVERED'];
    context.print(tableText(columns, webhooks.map(webhookRow)));
  }
}

async function show(id: string, flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', `${WEBHOOKS_PATH}/${encodeURIComponent(id)}`),
  );
  const webhook = asObject(answer, 'The answer');
  if (flags.format === 'json') context.print(jsonText(webhook));
  else context.print(webhookText(webhook));
}

async function deliveries(id: string, flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', `${WEBHOOKS_PATH}/${encodeURIComponent(id)}/deliveries`),
  );
  const tries = asList(asObject(answer, 'The answer')['deliveries'], 'deliveries').filter(isJsonObject);
  if (flags.format === 'json') context.print(jsonText(tries));
  else if (tries.length === 0) context.notify('No deliveries yet.');
  else context.print(tableText(DELIVERY_COLUMNS, tries.map(deliveryRow)));
}

/** Formats a webhook: one line for each member with a value. */
export function webhookText(webhook: JsonObject): string {
  const lines = Object.entries(webhook).flatMap(([name, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    return [`${name}: ${shown(name, value)}`];
  });
  return lines.join('\n');
}

/** Formats a delivery attempt as one line. */
export function deliveryText(delivery: JsonObject): string {
  const [, , , , events, status, ms, error] = deliveryRow(delivery);
  if (delivery['succeeded'] === true) return `Delivered ${events} events: status ${status} after ${ms} ms.`;
  return `Not delivered: ${error} (status ${status}, ${ms} ms)`;
}

function webhookRow(webhook: JsonObject): readonly string[] {
  return [
    ...['id', 'name', 'url'].map((member) => asText(webhook[member], member)),
    asText(webhook['ownerUrn'], 'ownerUrn').replace('urn:li:corpuser:', ''),
    asText(webhook['status'], 'status'),
    shown('deliveredAt', webhook['deliveredAt']),
  ];
}

function deliveryRow(delivery: JsonObject): readonly string[] {
  return ['id', 'time', 'kind', 'attempt', 'events', 'status', 'durationMs', 'error'].map((member) =>
    shown(member, delivery[member]),
  );
}

function shown(name: string, value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '-';
  const isTime = name === 'time' || /(At|Until)$/.test(name);
  if (typeof value === 'number' && isTime) return new Date(value).toISOString();
  if (Array.isArray(value)) return printable(value.join(', '));
  if (!isJsonObject(value)) return printable(typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(value)
    .map(([member, part]) => `${member} ${shown(member, part)}`)
    .join(', ');
}
