import type { Command } from 'commander';
import type { Urn } from '../../model/urn.ts';
import { asList, asObject, asText, asTexts, optionalInteger } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { serverMoment } from '../arguments/moment.ts';
import { entityArgument } from '../arguments/urn-argument.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { countIn, outcomeText } from '../edit-outcome.ts';
import { followJob, followReport } from '../follow-job.ts';
import { isAgreed } from '../ask-person.ts';
import { counted, jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly urn?: string;
  readonly run?: string;
  readonly since?: string;
  readonly edit?: number;
  readonly plan?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** Something to undo. */
interface Undo {
  readonly question: string;
  /** Undoes it; with `dryRun`, only reports what that would do. */
  readonly send: (client: CatalogClient, dryRun: boolean, context: CommandContext) => Promise<JsonObject>;
  /** Formats the result as text. */
  readonly text: (answer: JsonObject, isDone: boolean) => string;
}

/** `colophon undo`: undoes a hard deletion, an ingestion run, a bulk edit or a plan, after a preview. */
export function undoCommand(context: CommandContext): Command {
  const command = newCommand(
    'undo',
    'Undo a hard deletion, a bulk edit, an applied plan, or all writes of an ingestion run, after a preview.',
    [
      {
        line: "undo --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)' --dry-run",
        does: 'show what would be restored, and what has been written since and is kept',
      },
      { line: 'undo --urn urn:li:tag:pii --yes', does: 'restore the entity without confirmation' },
      {
        line: 'undo --run hive-2026-11-25',
        does: 'restore the state before the run, except for later changes',
      },
      { line: 'undo --edit 12', does: 'revert a bulk edit, except for later changes' },
      {
        line: 'undo --plan 4711',
        does: 'revert changes of structured properties; properties apply prints the number',
      },
    ],
  )
    .option('--urn <urn>', 'urn of an entity that was deleted, or that lost an aspect')
    .option('--run <id>', 'id of an ingestion run')
    .option(
      '--since <time>',
      'with --run: a day, a time (UTC) or an age (2d) before its first write, for a faster search',
    )
    .addOption(wholeNumberOption('--edit <number>', 'number of one of your bulk edits'))
    .addOption(wholeNumberOption('--plan <commit>', 'commit of an applied plan of structured properties'))
    .option('--dry-run', 'show what would happen; change nothing')
    .option('--yes', 'do not ask');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => undo(flags, context));
}

async function undo(flags: Flags, context: CommandContext): Promise<void> {
  const { question, send, text } = undoOf(flags);
  const { dryRun = false, format, yes = false } = flags;
  const { ask } = context;
  const show = (answer: JsonObject, isDone: boolean): void =>
    context.print(format === 'json' ? jsonText(answer) : text(answer, isDone));
  await withCatalog(flags, context, async (client) => {
    if (dryRun) {
      show(await send(client, true, context), false);
      return;
    }
    if (!yes) {
      // Previews first: an invalid target is reported without --yes.
      context.notify(text(await send(client, true, context), false));
      if (ask === undefined) {
        throw new UsageError('Nothing was changed: confirmation needs a terminal. Add --yes to undo.');
      }
      if (!(await isAgreed(question, { ask, notify: context.notify }))) return;
    }
    show(await send(client, false, context), true);
  });
}

function undoOf({ edit, plan, run, since, urn }: Flags): Undo {
  if (since !== undefined && run === undefined)
    throw new UsageError('--since requires --run. Add --run, or remove --since.');
  const [undo, ...others] = [
    ...(urn === undefined ? [] : [() => deletionOf(entityArgument(urn))]),
    ...(run === undefined ? [] : [() => runOf(run, since)]),
    ...(edit === undefined ? [] : [() => editOf(edit)]),
    ...(plan === undefined ? [] : [() => planOf(plan)]),
  ];
  if (undo !== undefined && others.length === 0) return undo();
  throw new UsageError('Nothing to undo was named. Use exactly one of --urn, --run, --edit and --plan.');
}

/** Explains the counts of an undone run. */
const RUN_NOTE =
  'The counts are of aspects; a soft-deleted entity that the run created counts as one. Timeseries points are kept.';

function editOf(undo: number): Undo {
  return {
    question: `Undo edit ${undo}?`,
    send: (client, dryRun, context) => followJob(client, 'bulk-edits', { undo, dryRun }, context),
    text: outcomeText,
  };
}

function deletionOf(urn: Urn): Undo {
  return {
    question: 'Restore this?',
    send: async (client, dryRun, context) => {
      const answer = await sent(client, '/api/colophon/v1/undo', { urn, dryRun });
      const { values } = answer;
      return isJsonObject(values) ? { ...answer, values: await restored(values, client, context) } : answer;
    },
    text: deletionText,
  };
}

function deletionText(
  { columns, deletion, kept, reinstated, restored, urn, values }: JsonObject,
  isDone: boolean,
): string {
  const { actor, time } = asObject(deletion, 'deletion');
  const names = (list: JsonValue | undefined): string =>
    asTexts(list, 'aspects')
      .map((name) => `  ${name}`)
      .join('\n');
  const when = new Date(optionalInteger(time, 'time') ?? 0).toISOString();
  return [
    `${asText(urn, 'urn')} was deleted on ${when} by ${asText(actor, 'actor')}.`,
    `${isDone ? 'Restored' : 'Would be restored'}:\n${names(restored)}`,
    ...(asTexts(kept, 'kept').length > 0 ? [`Written since, kept unchanged:\n${names(kept)}`] : []),
    ...(reinstated === true ? ['It was soft-deleted before; it is restored as active.'] : []),
    ...(typeof columns === 'number' ? [`Columns deleted with it: ${columns}.`] : []),
    ...(isJsonObject(values) ? [valuesText(values)] : []),
    'History, timeseries and values of other deleted properties are not restored.',
  ].join('\n');
}

function planOf(commit: number): Undo {
  return {
    question: `Undo plan ${commit}?`,
    send: async (client, dryRun, context) => {
      const answer = await sent(client, '/api/colophon/v1/plans/undo', { commit, dryRun });
      const values: JsonObject[] = [];
      for (const of of objectsIn(answer, 'values')) values.push(await restored(of, client, context));
      return { ...answer, values };
    },
    text: planText,
  };
}

function planText(answer: JsonObject, isDone: boolean): string {
  const [undone, kept] = [objectsIn(answer, 'undone'), objectsIn(answer, 'kept')];
  const { actor, time } = asObject(answer['created'], 'created');
  const when = new Date(optionalInteger(time, 'time') ?? 0).toISOString();
  return [
    `Commit ${optionalInteger(answer['commit'], 'commit') ?? 0} was made on ${when} by ${asText(actor, 'actor')}.`,
    `${isDone ? 'Undone' : 'Would be undone'}:`,
    ...undone.map(({ urn, was }) => `  ${asText(urn, 'urn')}, which was ${asText(was, 'was')}`),
    ...(kept.length > 0 ? ['Kept unchanged:'] : []),
    ...kept.map(({ reason, urn }) => `  ${asText(urn, 'urn')}: ${asText(reason, 'reason')}`),
    ...objectsIn(answer, 'values').map(valuesText),
  ].join('\n');
}

/** Waits for the edit that restores values, if there is one, and returns its outcome; otherwise returns `values`. */
async function restored(
  values: JsonObject,
  client: CatalogClient,
  context: CommandContext,
): Promise<JsonObject> {
  const { edit } = values;
  if (typeof edit !== 'number') return values;
  const report = asObject(await client.request('GET', `/api/colophon/v1/bulk-edits/${edit}`), 'The answer');
  return followReport(client, 'bulk-edits', report, context);
}

function valuesText(values: JsonObject): string {
  if (!('assets' in values)) return outcomeText(values);
  const { urn } = values;
  const of = typeof urn === 'string' ? ` of ${urn}` : '';
  const assets = optionalInteger(values['assets'], 'assets') ?? 0;
  return `The values${of} on ${counted(assets, 'asset')} would be restored, too.`;
}

async function sent(client: CatalogClient, path: string, body: JsonObject): Promise<JsonObject> {
  return asObject(await client.request('POST', path, body), 'The answer');
}

function objectsIn(of: JsonObject, name: string): readonly JsonObject[] {
  return asList(of[name], name).map((item) => asObject(item, name));
}

function runOf(run: string, since: string | undefined): Undo {
  const of = { run, ...(since !== undefined && { since: serverMoment(since, Date.now()) }) };
  return {
    question: `Undo run ${run}?`,
    send: (client, dryRun, context) => followJob(client, 'bulk-edits', { ...of, dryRun }, context),
    text: (result) => {
      const counts = ['changed', 'unchanged', 'failed'].map((name) => countIn(result, name));
      if (counts.every((count) => count === 0) && result['isStopped'] !== true)
        return `The change log has no writes of run ${run} that you can see.`;
      return `${outcomeText(result)}\n${RUN_NOTE}`;
    },
  };
}
