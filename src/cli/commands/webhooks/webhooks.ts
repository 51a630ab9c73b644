import type { Command } from 'commander';
import { asObject } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { serverMoment } from '../../arguments/moment.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText } from '../../output.ts';
import { UsageError } from '../../usage-error.ts';
import { WEBHOOKS_PATH, createWebhookCommand, showSecret } from './webhook-create.ts';
import {
  deliveryText,
  listWebhooksCommand,
  showWebhookCommand,
  webhookDeliveriesCommand,
  webhookText,
} from './webhook-show.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly since?: string;
  readonly delivery?: string;
}

/** A command that sends one request for one webhook. */
interface Action {
  readonly name: string;
  readonly summary: string;
  readonly example: { readonly line: string; readonly does: string };
  /** Default: POST. */
  readonly method?: string;
  /** Path below that of the webhook. */
  readonly path: (flags: Flags) => string;
  readonly body?: (flags: Flags) => JsonObject;
  /** Required option. */
  readonly needs?: readonly [flag: string, help: string];
  readonly show: (answer: JsonObject, format: OutputFormat, context: CommandContext) => void;
}

const ID = '3f1c…';

const ACTIONS: readonly Action[] = [
  {
    name: 'test',
    summary: 'Send a test message now, and show the result.',
    example: { line: `webhooks test ${ID}`, does: 'works for disabled webhooks, too' },
    path: () => '/test',
    show: textOf(deliveryText),
  },
  {
    name: 'rotate',
    summary: 'Rotate the secret of a webhook; messages are signed with both secrets for 24 hours.',
    example: { line: `webhooks rotate ${ID}`, does: 'the new secret is shown once' },
    path: () => '/rotate',
    show: (answer, format, context) => showSecret(answer, format, context, 'Changed the secret of'),
  },
  {
    name: 'enable',
    summary: 'Enable a stopped or disabled webhook; it continues at its position at once.',
    example: { line: `webhooks enable ${ID}`, does: 'also retries a failed message at once' },
    path: () => '/enable',
    show: textOf(webhookText),
  },
  {
    name: 'disable',
    summary: 'Disable a webhook until it is enabled again.',
    example: { line: `webhooks disable ${ID}`, does: 'the webhook keeps its position' },
    path: () => '/disable',
    show: textOf(webhookText),
  },
  {
    name: 'replay',
    summary: 'Move a webhook to another position in the change log.',
    example: {
      line: `webhooks replay ${ID} --since 2h`,
      does: 'send all changes of the last two hours again',
    },
    needs: ['--since <time>', 'a day, a time (UTC), an age (2h, 7d), a cursor, oldest or now'],
    path: () => '/replay',
    body: ({ since = '' }) => ({ since: serverMoment(since, Date.now()) }),
    show: textOf(webhookText),
  },
  {
    name: 'redeliver',
    summary: 'Send the events of one delivery again now; the webhook keeps its position.',
    example: { line: `webhooks redeliver ${ID} --delivery 17`, does: "'webhooks deliveries' shows the ids" },
    needs: ['--delivery <id>', 'id of the delivery'],
    path: ({ delivery = '' }) => {
      if (!/^\d+$/.test(delivery))
        throw new UsageError(`--delivery must be a number, but it is '${delivery}'.`);
      return `/deliveries/${delivery}/redeliver`;
    },
    show: textOf(deliveryText),
  },
  {
    name: 'delete',
    summary: 'Delete a webhook with its secret and delivery history.',
    example: { line: `webhooks delete ${ID}`, does: "'colophon webhooks list' shows the ids" },
    method: 'DELETE',
    path: () => '',
    show: textOf(() => 'Deleted the webhook.'),
  },
];

/** `colophon webhooks`: manages webhooks. */
export function webhooksCommand(context: CommandContext): Command {
  const command = newCommand('webhooks', 'Create, list, test, rotate, replay and delete webhooks.', [
    { line: 'webhooks create --name tags --url https://example.com/hooks', does: 'send changes to a URL' },
    { line: 'webhooks list', does: 'list yours, with the state of each' },
  ])
    .addCommand(createWebhookCommand(context))
    .addCommand(listWebhooksCommand(context))
    .addCommand(showWebhookCommand(context))
    .addCommand(webhookDeliveriesCommand(context));
  for (const action of ACTIONS) command.addCommand(actionCommand(action, context));
  return command;
}

function actionCommand(action: Action, context: CommandContext): Command {
  const { example, name, needs, summary } = action;
  const command = newCommand(name, summary, [example]).argument('<id>', 'id of the webhook');
  if (needs !== undefined) command.requiredOption(...needs);
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    act(action, id, flags, context),
  );
}

async function act(
  { body, method = 'POST', path, show }: Action,
  id: string,
  flags: Flags,
  context: CommandContext,
): Promise<void> {
  const target = `${WEBHOOKS_PATH}/${encodeURIComponent(id)}${path(flags)}`;
  const sent = body?.(flags);
  const answer = await withCatalog(flags, context, (client) => client.request(method, target, sent));
  show(asObject(answer, 'The answer'), flags.format, context);
}

function textOf(text: (answer: JsonObject) => string): Action['show'] {
  return (answer, format, context) => context.print(format === 'json' ? jsonText(answer) : text(answer));
}
