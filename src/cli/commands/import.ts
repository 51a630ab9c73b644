import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { importFile, type ImportedFile } from '../import/import-file.ts';
import { counted, jsonText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly batch: number;
  readonly fromLine: number;
  readonly keepGoing?: boolean;
  readonly format: OutputFormat;
}

/** Maximum records per request; servers reject more. */
const MAX_BATCH = 10_000;

/** Bytes per read from disk. */
const CHUNK_BYTES = 1024 * 1024;

/** `colophon import`: writes a file of `colophon export` or of DataHub's `file` sink to a catalog. */
export function importCommand(context: CommandContext): Command {
  const about =
    "Import metadata change proposals: a JSON array or JSON lines, as 'colophon export' and the file sink of " +
    "'datahub ingest' write them, snapshots included. Types and property definitions are sent first. The import stops at the " +
    'first refused record.';
  const command = newCommand('import', about, [
    { line: 'import catalog.json', does: 'import the whole file' },
    { line: 'import catalog.json --from-line 1200', does: 'resume an import that stopped' },
    {
      line: 'export --server URL --token TOKEN | colophon import -',
      does: 'copy from one catalog to another',
    },
  ])
    .argument('<file>', "file to import; '-' for standard input")
    .addOption(wholeNumberOption('--batch <count>', 'records per request', MAX_BATCH).default(500))
    .addOption(
      wholeNumberOption(
        '--from-line <line>',
        'skip records that start before this line, except definitions and types',
      ).default(1),
    )
    .option('--keep-going', 'report refused records and import the others');
  return addFormatOption(addConnectionOptions(command)).action((file: string, flags: Flags) =>
    importCatalog(file, flags, context),
  );
}

async function importCatalog(path: string, flags: Flags, context: CommandContext): Promise<void> {
  const { batch, fromLine, keepGoing = false } = flags;
  const file = await openFile(path, context);
  const outcome = await withCatalog(flags, context, (client) =>
    importFile(client, { file, batch, fromLine, keepGoing }, context),
  );
  const { refused, written } = outcome;
  if (flags.format === 'json') context.print(jsonText(outcome));
  else context.print(`Imported ${counted(written, 'record')}.`);
  if (refused === 0) return;
  throw new CatalogError(
    'VALIDATION',
    `${counted(refused, 'record')} of ${file.name} were refused, as listed above.`,
  );
}

async function openFile(path: string, context: CommandContext): Promise<ImportedFile> {
  if (path === '-') {
    const bytes = await context.readInput();
    return {
      name: 'standard input',
      open: async function* () {
        yield await Promise.resolve(bytes);
      },
    };
  }
  const full = resolve(context.folder, path);
  if (statSync(full, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CatalogError('INVALID_REQUEST', `The file ${path} cannot be read: there is no such file.`);
  }
  return { name: path, open: () => chunksOf(full) };
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  // Without an encoding, a file stream yields bytes.
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}
