import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { readTextFile } from '../arguments/read-text-file.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connection/connect.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { ConnectionFlags } from '../connection/connect.ts';
import { followJob } from '../follow-job.ts';
import { isAgreed } from '../ask-person.ts';
import { counted, jsonText, printable, tableText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly file: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** Changed assets and failures that are shown; JSON has all that the server lists. */
const MOST_SHOWN = 20;

/** `colophon assign`: gives assets the values of a table. */
export function assignCommand(context: CommandContext): Command {
  const about =
    "Give assets the values of a CSV table, whose columns are 'urn' and tags, terms, owners, domain or structured properties. Cells are " +
    'compared with the catalog first; an empty cell removes all values. The exit code is 1 if rows are refused.';
  const command = newCommand('assign', about, [
    { line: 'assign -f assets.csv --dry-run', does: 'show which cells would change, without changes' },
    { line: 'assign -f assets.csv', does: 'show them, ask, and change them' },
    { line: 'assign -f - --yes --format json', does: 'read standard input and do not ask, for scripts' },
  ])
    .requiredOption('-f, --file <file>', "CSV file; '-' for standard input")
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask before changing');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => assign(flags, context));
}

async function assign(flags: Flags, context: CommandContext): Promise<void> {
  const csv = await readTextFile(flags.file, context);
  const { ask } = context;
  const isTrial = flags.dryRun === true;
  if (!isTrial && flags.yes !== true && ask === undefined) {
    throw new UsageError('There is no terminal to ask. Add --yes to change assets, or --dry-run to compare.');
  }
  await withCatalog(flags, context, async (client) => {
    const run = (dryRun: boolean): Promise<JsonObject> => edit(client, { csv, dryRun }, context);
    if (isTrial) {
      finish(await run(true), flags, context);
      return;
    }
    if (flags.yes !== true && ask !== undefined) {
      const compared = await run(true);
      const changed = numberOf(compared['changed']);
      if (changed === 0) {
        finish(compared, flags, context);
        return;
      }
      context.notify(outcomeText(compared));
      const question = `Change ${counted(changed, 'asset')}?`;
      if (!(await isAgreed(question, { ask, notify: context.notify }))) return;
    }
    finish(await run(false), flags, context);
  });
}

function edit(client: CatalogClient, body: JsonObject, context: CommandContext): Promise<JsonObject> {
  return followJob(client, 'bulk-edits', body, context);
}

function finish(result: JsonObject, { format }: Flags, context: CommandContext): void {
  context.print(format === 'json' ? jsonText(result) : outcomeText(result));
  const failed = numberOf(result['failed']);
  if (failed > 0) {
    throw new CatalogError(
      'VALIDATION',
      `${counted(failed, 'asset')} refused. Correct the rows listed above.`,
    );
  }
}

function outcomeText(result: JsonObject): string {
  const changes = listOf(result, 'changes');
  const failures = listOf(result, 'failures');
  const cells = changes
    .slice(0, MOST_SHOWN)
    .flatMap((change) =>
      listOf(change, 'cells').map((cell) => [
        asText(cell['field'], 'field'),
        valuesText(cell['before']),
        valuesText(cell['after']),
        asText(change['urn'], 'urn'),
      ]),
    );
  const refused = failures
    .slice(0, MOST_SHOWN)
    .map((failure) => ['line', 'field', 'message', 'urn'].map((name) => wordOf(failure[name])));
  const verb = result['isTrial'] === true ? 'would change' : 'changed';
  const [changed, unchanged, failed, left] = ['changed', 'unchanged', 'failed', 'left'].map((name) =>
    numberOf(result[name]),
  );
  return [
    ...(cells.length > 0 ? [tableText(['FIELD', 'BEFORE', 'AFTER', 'ASSET'], cells)] : []),
    ...more(numberOf(result['changed']) - Math.min(changes.length, MOST_SHOWN), 'changed asset'),
    ...(refused.length > 0 ? ['', tableText(['LINE', 'FIELD', 'REFUSED', 'ASSET'], refused)] : []),
    ...more(numberOf(result['failureCount']) - refused.length, 'failure'),
    ...(cells.length + refused.length > 0 ? [''] : []),
    `${changed} ${verb}, ${unchanged} as they are, ${failed} refused${left ? `, ${left} not reached` : ''}.`,
  ].join('\n');
}

function more(count: number, noun: string): readonly string[] {
  return count > 0 ? [`... and ${counted(count, `more ${noun}`)}.`] : [];
}

function valuesText(values: JsonValue | undefined): string {
  const texts = asList(values ?? [], 'values').map((value) => printable(asText(value, 'value')));
  return texts.length === 0 ? '-' : texts.join(' | ');
}

function listOf(of: JsonObject, name: string): readonly JsonObject[] {
  return asList(of[name] ?? [], name).map((item) => asObject(item, name));
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
