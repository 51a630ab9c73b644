import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { serverMoment } from '../../arguments/moment.ts';
import { urnArgument, urnOfType } from '../../arguments/urn-argument.ts';
import { wholeNumberOption } from '../../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';

/** Base path of requests on webhooks. */
export const WEBHOOKS_PATH = '/api/colophon/v1/webhooks';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
  readonly name: string;
  readonly url: string;
  readonly since?: string;
  readonly entityType: readonly string[];
  readonly aspect: readonly string[];
  readonly urn: readonly string[];
  readonly property: readonly string[];
  readonly run: readonly string[];
  readonly eventsPerMessage?: number;
}

export function createWebhookCommand(context: CommandContext): Command {
  const command = newCommand(
    'create',
    'Create a webhook, which POSTs the changes that you can see to a URL. Its secret is shown once.',
    [
      {
        line: 'webhooks create --name tags --url https://example.com/hooks --aspect globalTags',
        does: 'send changes of tags from now on',
      },
      {
        line: 'webhooks create --name copy --url https://example.com/hooks --since oldest',
        does: 'send all stored changes, then new ones',
      },
    ],
  )
    .requiredOption('--name <name>', 'name of the webhook')
    .requiredOption('--url <url>', 'HTTP or HTTPS URL that receives messages')
    .option(
      '--since <time>',
      'start at a day, a time (UTC), an age (2h, 7d), a cursor, oldest or now (default)',
    )
    .option('--entity-type <name...>', 'only changes of entities of these types', [])
    .option('--aspect <name...>', 'only changes of these aspects', [])
    .option('--urn <urn...>', 'only changes of these entities', [])
    .option(
      '--property <name...>',
      'only changes of values of these structured properties, by name or urn',
      [],
    )
    .option('--run <id...>', 'only changes by these ingestion runs', [])
    .addOption(
      wholeNumberOption(
        '--events-per-message <number>',
        'maximum events per message, 1 to 1000 (default: 100)',
      ),
    );
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => create(flags, context));
}

async function create(flags: Flags, context: CommandContext): Promise<void> {
  const body = requestBody(flags);
  const answer = await withCatalog(flags, context, (client) => client.request('POST', WEBHOOKS_PATH, body));
  showSecret(answer, flags.format, context, 'Created');
}

/** Prints a new secret, and a note that explains it. */
export function showSecret(
  answer: JsonValue | undefined,
  format: OutputFormat,
  context: CommandContext,
  done: string,
): void {
  const webhook = asObject(answer, 'The answer');
  const [id, name, secret] = ['id', 'name', 'secret'].map((member) => asText(webhook[member], member));
  if (format === 'json') {
    context.print(JSON.stringify({ id, secret }));
    return;
  }
  context.print(secret ?? '');
  context.notify(
    `${done} the webhook '${name}' (${id}). Save its secret, shown above, for the receiver: it cannot be shown again.`,
  );
}

function requestBody(flags: Flags): JsonObject {
  const { aspect, entityType, eventsPerMessage, name, property, run, since = 'now', url, urn } = flags;
  return {
    name,
    url,
    since: serverMoment(since, Date.now()),
    entityTypes: entityType,
    aspects: aspect,
    urns: urn.map(urnArgument),
    properties: property.map((name) => urnOfType('structuredProperty', name)),
    runIds: run,
    ...(eventsPerMessage !== undefined && { eventsPerMessage }),
  };
}
