import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../output.ts';

interface Flags {
  readonly store?: string;
  readonly format: OutputFormat;
}

/** `colophon partition-tables`: splits the large tables of a PostgreSQL store, for catalogs of tens of millions of entities. */
export function partitionTablesCommand(context: CommandContext): Command {
  const about =
    'Move the two largest tables of a PostgreSQL store into 16 partitions each, for catalogs of tens of millions of ' +
    'entities. Meanwhile, running servers answer reads but writes wait, so stop bulk loads first. After an interruption, ' +
    'run the command again.';
  const command = newCommand('partition-tables', about, [
    {
      line: 'partition-tables --store postgres://colophon@db/catalog',
      does: 'partition the tables of this database',
    },
  ]).option('--store <address>', 'postgres://user:password@host:5432/database (default: $COLOPHON_STORE)');
  return addFormatOption(command).action((flags: Flags) => partitionTables(flags, context));
}

async function partitionTables({ format, store }: Flags, context: CommandContext): Promise<void> {
  const { environment, folder } = context;
  const { partitionStore } = await import('../../composition/partition-store.ts');
  const config = loadConfig({ environment, folder, flags: { store } });
  const tables = await partitionStore(config.store, context.notify);
  if (format === 'json') context.print(jsonText({ tables }));
  else context.print(tables.map(sentenceOf).join('\n'));
}

function sentenceOf({ rows, table }: { readonly table: string; readonly rows: number | undefined }): string {
  return rows === undefined ? `${table} is already partitioned.` : `Partitioned ${table}, ${rows} rows.`;
}
