import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import type { JsonObject } from '../../util/json.ts';
import { readTextFile } from '../arguments/read-text-file.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { followJob } from '../follow-job.ts';
import { isAgreed } from '../ask-person.ts';
import { countIn, outcomeText } from '../edit-outcome.ts';
import { counted, jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly file: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** `colophon assign`: sets values of assets from a CSV table. */
export function assignCommand(context: CommandContext): Command {
  const about =
    "Set values of assets from a CSV table with the columns 'urn' and tags, terms, owners, domain, description, deprecation or " +
    'structured properties. Compares cells with the catalog first; an empty cell removes all values. The exit code is 1 if rows ' +
    'are refused.';
  const command = newCommand('assign', about, [
    { line: 'assign -f assets.csv --dry-run', does: 'show which cells would change; change nothing' },
    { line: 'assign -f assets.csv', does: 'show changes, ask for confirmation, and apply them' },
    {
      line: 'assign -f - --yes --format json',
      does: 'read standard input without confirmation, for scripts',
    },
  ])
    .requiredOption('-f, --file <file>', "CSV file; '-' for standard input")
    .option('--dry-run', 'show what would change; change nothing')
    .option('--yes', 'do not ask for confirmation');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => assign(flags, context));
}

async function assign(flags: Flags, context: CommandContext): Promise<void> {
  const csv = await readTextFile(flags.file, context);
  const { ask } = context;
  const isTrial = flags.dryRun === true;
  if (!isTrial && flags.yes !== true && ask === undefined) {
    throw new UsageError(
      'Confirmation needs a terminal. Add --yes to change assets, or --dry-run to compare.',
    );
  }
  await withCatalog(flags, context, async (client) => {
    const run = (dryRun: boolean): Promise<JsonObject> =>
      followJob(client, 'bulk-edits', { csv, dryRun }, context);
    if (isTrial) {
      finish(await run(true), flags, context);
      return;
    }
    if (flags.yes !== true && ask !== undefined) {
      const compared = await run(true);
      const changed = countIn(compared, 'changed');
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

function finish(result: JsonObject, { format }: Flags, context: CommandContext): void {
  context.print(format === 'json' ? jsonText(result) : outcomeText(result));
  const failed = countIn(result, 'failed');
  if (failed > 0) {
    throw new CatalogError(
      'VALIDATION',
      `${counted(failed, 'asset')} refused. Correct the rows listed above.`,
    );
  }
}
