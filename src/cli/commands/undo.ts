import type { Command } from 'commander';
import type { Urn } from '../../model/urn.ts';
import { asList, asObject, asText, optionalInteger } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { urnArgument } from '../arguments/urn-argument.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { withCatalog } from '../connection/connect.ts';
import type { ConnectionFlags } from '../connection/connect.ts';
import { jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** `colophon undo`: brings back what was deleted for good, after showing it. */
export function undoCommand(context: CommandContext): Command {
  const command = newCommand(
    'undo',
    'Bring back an entity, or aspects of it, after a hard deletion; shows first what comes back.',
    [
      {
        line: "undo --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)' --dry-run",
        does: 'show what would come back, and what has been written since and stays',
      },
      { line: 'undo --urn urn:li:tag:pii --yes', does: 'bring it back without being asked' },
    ],
  )
    .requiredOption('--urn <urn>', 'urn of what was deleted')
    .option('--dry-run', 'show what would come back; change nothing')
    .option('--yes', 'do not ask');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => undo(flags, context));
}

async function undo(flags: Flags, context: CommandContext): Promise<void> {
  const urn = urnArgument(flags.urn);
  const { dryRun = false, format, yes = false } = flags;
  const show = (answer: JsonObject, isDone: boolean): void =>
    context.print(format === 'json' ? jsonText(answer) : undoText(answer, isDone));
  await withCatalog(flags, context, async (client) => {
    if (yes && !dryRun) {
      show(await requestUndo(client, urn, false), true);
      return;
    }
    const plan = await requestUndo(client, urn, true);
    if (dryRun) {
      show(plan, false);
      return;
    }
    if (context.ask === undefined) {
      throw new UsageError('There is no terminal to ask. Add --yes to bring it back, or --dry-run to look.');
    }
    context.notify(undoText(plan, false));
    const answer = await context.ask('Bring this back? (y/N) ', { hidden: false });
    if (!/^y(es)?$/i.test(answer.trim())) {
      context.notify('Nothing was changed.');
      return;
    }
    show(await requestUndo(client, urn, false), true);
  });
}

async function requestUndo(client: CatalogClient, urn: Urn, dryRun: boolean): Promise<JsonObject> {
  return asObject(await client.request('POST', '/api/colophon/v1/undo', { urn, dryRun }), 'answer');
}

/** What comes back, for a person. */
function undoText(answer: JsonObject, isDone: boolean): string {
  const { deletion, kept, restored, urn } = answer;
  const { actor, time } = asObject(deletion, 'deletion');
  const names = (list: JsonValue | undefined): string =>
    asList(list, 'aspects')
      .map((name) => `  ${asText(name, 'aspect')}`)
      .join('\n');
  const when = new Date(optionalInteger(time, 'time') ?? 0).toISOString();
  const lines = [
    `${asText(urn, 'urn')} was deleted on ${when} by ${asText(actor, 'actor')}.`,
    `${isDone ? 'Brought back' : 'Would come back'}:\n${names(restored)}`,
  ];
  if (asList(kept, 'kept').length > 0) lines.push(`Written since, stays as it is:\n${names(kept)}`);
  lines.push('History, timeseries and values of properties that were deleted do not come back.');
  return lines.join('\n');
}
