import type { Command } from 'commander';
import type { Urn } from '../../model/urn.ts';
import { asObject, asText, asTexts, optionalInteger } from '../../util/json/json-input.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { urnArgument } from '../arguments/urn-argument.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { withCatalog } from '../connection/connect.ts';
import type { ConnectionFlags } from '../connection/connect.ts';
import { outcomeText } from '../edit-outcome.ts';
import { followJob, followReport } from '../follow-job.ts';
import { isAgreed } from '../ask-person.ts';
import { counted, jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly urn?: string;
  readonly run?: string;
  readonly edit?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** Something to undo. */
interface Undo {
  readonly question: string;
  /** Undoes it, or with `dryRun` tells what that would do. */
  readonly send: (client: CatalogClient, dryRun: boolean, context: CommandContext) => Promise<JsonObject>;
  /** The answer, for a person. */
  readonly text: (answer: JsonObject, isDone: boolean) => string;
}

/** `colophon undo`: undoes a hard deletion, an ingestion run or a bulk edit, after showing what that does. */
export function undoCommand(context: CommandContext): Command {
  const command = newCommand(
    'undo',
    'Undo a hard deletion, a bulk edit, or all that an ingestion run wrote; shows first what that does.',
    [
      {
        line: "undo --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)' --dry-run",
        does: 'show what would come back, and what has been written since and stays',
      },
      { line: 'undo --urn urn:li:tag:pii --yes', does: 'bring it back without being asked' },
      { line: 'undo --run hive-2026-11-25', does: 'restore what was there before the run' },
      { line: 'undo --edit 12', does: 'take back a bulk edit, except for what has been changed since' },
    ],
  )
    .option('--urn <urn>', 'urn of an entity that was deleted, or that lost an aspect')
    .option('--run <id>', 'id of an ingestion run')
    .option('--edit <number>', 'number of a bulk edit of yours')
    .option('--dry-run', 'show what would happen; change nothing')
    .option('--yes', 'do not ask');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => undo(flags, context));
}

async function undo(flags: Flags, context: CommandContext): Promise<void> {
  const { question, send, text } = undoOf(flags);
  const { dryRun = false, format, yes = false } = flags;
  const { ask } = context;
  if (!dryRun && !yes && ask === undefined) {
    throw new UsageError('There is no terminal to ask. Add --yes to undo, or --dry-run to look.');
  }
  const show = (answer: JsonObject, isDone: boolean): void =>
    context.print(format === 'json' ? jsonText(answer) : text(answer, isDone));
  await withCatalog(flags, context, async (client) => {
    if (dryRun) {
      show(await send(client, true, context), false);
      return;
    }
    if (!yes && ask !== undefined) {
      context.notify(text(await send(client, true, context), false));
      if (!(await isAgreed(question, { ask, notify: context.notify }))) return;
    }
    show(await send(client, false, context), true);
  });
}

function undoOf({ edit, run, urn }: Flags): Undo {
  const [undo, ...others] = [
    ...(urn === undefined ? [] : [() => deletionOf(urnArgument(urn))]),
    ...(run === undefined ? [] : [() => runOf(run)]),
    ...(edit === undefined ? [] : [() => editOf(edit)]),
  ];
  if (undo !== undefined && others.length === 0) return undo();
  throw new UsageError('Say what to undo: either --urn, --run or --edit.');
}

function editOf(number: string): Undo {
  if (!/^\d{1,15}$/.test(number)) {
    throw new UsageError(
      `'${number}' is not the number of a bulk edit, such as 12. Its report has it as 'id'.`,
    );
  }
  return {
    question: `Undo edit ${number}?`,
    send: (client, dryRun, context) =>
      followJob(client, 'bulk-edits', { undo: Number(number), dryRun }, context),
    text: outcomeText,
  };
}

function deletionOf(urn: Urn): Undo {
  return {
    question: 'Bring this back?',
    send: async (client, dryRun, context) => {
      const answer = asObject(
        await client.request('POST', '/api/colophon/v1/undo', { urn, dryRun }),
        'The answer',
      );
      const { values } = answer;
      if (!isJsonObject(values) || typeof values['edit'] !== 'number') return answer;
      const path = `/api/colophon/v1/bulk-edits/${values['edit']}`;
      const report = asObject(await client.request('GET', path), 'The answer');
      return { ...answer, values: await followReport(client, 'bulk-edits', report, context) };
    },
    text: deletionText,
  };
}

function deletionText({ deletion, kept, restored, urn, values }: JsonObject, isDone: boolean): string {
  const { actor, time } = asObject(deletion, 'deletion');
  const names = (list: JsonValue | undefined): string =>
    asTexts(list, 'aspects')
      .map((name) => `  ${name}`)
      .join('\n');
  const when = new Date(optionalInteger(time, 'time') ?? 0).toISOString();
  return [
    `${asText(urn, 'urn')} was deleted on ${when} by ${asText(actor, 'actor')}.`,
    `${isDone ? 'Brought back' : 'Would come back'}:\n${names(restored)}`,
    ...(asTexts(kept, 'kept').length > 0 ? [`Written since, stays as it is:\n${names(kept)}`] : []),
    ...(isJsonObject(values) ? [valuesText(values)] : []),
    'History, timeseries and values of other properties that were deleted do not come back.',
  ].join('\n');
}

function valuesText(values: JsonObject): string {
  if (!('assets' in values)) return outcomeText(values);
  const assets = optionalInteger(values['assets'], 'assets') ?? 0;
  return `The values of ${counted(assets, 'asset')} would come back, too.`;
}

function runOf(runId: string): Undo {
  return {
    question: `Undo run ${runId}?`,
    send: async (client, dryRun) => {
      const answer = await client.request('POST', '/runs?action=rollback', { runId, dryRun });
      return asObject(asObject(answer, 'The answer')['value'], 'value');
    },
    text: (answer, isDone) => {
      const count = (name: string): number => optionalInteger(answer[name], name) ?? 0;
      const [entities, aspects] = [count('entitiesDeleted'), count('aspectsReverted')];
      if (count('entitiesAffected') === 0) return `Nothing is stored that run ${runId} wrote last.`;
      return [
        `Run ${runId}: ${isDone ? 'reverted' : 'would revert'} ${counted(aspects, 'aspect')} to what was there before it, or removed`,
        `those that it wrote first. Entities that it created and that are soft-deleted by this: ${entities.toLocaleString('en')}.`,
      ].join('\n');
    },
  };
}
