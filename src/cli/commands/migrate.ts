import type { Command } from 'commander';
import { addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../output.ts';
import { Progress } from '../progress.ts';

interface Flags {
  readonly from: string;
  readonly to: string;
  readonly format: OutputFormat;
}

/** Work shorter than this shows no progress bar. */
const QUIET_MS = 2_000;

/** `colophon migrate`: copies a catalog between SQLite and PostgreSQL. */
export function migrateCommand(context: CommandContext): Command {
  const about =
    'Copy a stopped catalog with all versions, the change log and the audit log to an empty store, then compare the ' +
    'two. To resume an interrupted copy, run the command again. The search index is built at the first start.';
  const command = newCommand('migrate', about, [
    {
      line: 'migrate --from sqlite:./colophon-data --to postgres://colophon@db/catalog',
      does: 'from a data folder to PostgreSQL',
    },
    {
      line: 'migrate --from postgres://colophon@db/catalog --to sqlite:./colophon-data',
      does: 'from PostgreSQL to a data folder',
    },
  ])
    .requiredOption('--from <store>', 'sqlite:FOLDER or postgres://user:password@host:5432/database')
    .requiredOption('--to <store>', 'store of the same form; empty, or with an interrupted copy');
  return addFormatOption(command).action((flags: Flags) => migrate(flags, context));
}

async function migrate({ format, from, to }: Flags, context: CommandContext): Promise<void> {
  const { migrateStore } = await import('../../composition/migrate-store.ts');
  let progress: Progress | undefined;
  const counts = await migrateStore(
    { from, to, folder: context.folder },
    {
      onPhase: (phase, rows) => {
        progress = new Progress(rows, `rows ${phase}`, context, QUIET_MS);
      },
      onRows: (count) => progress?.advance(count),
    },
  );
  if (format === 'json') context.print(jsonText(counts));
  else
    context.print(
      `Copied and compared ${counts.entity} entities, ${counts.aspect} aspects, ${counts.point} points.`,
    );
}
