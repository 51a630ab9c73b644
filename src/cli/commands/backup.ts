import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { MadeBackup, ReadBackup } from '../../composition/backups.ts';
import { loadConfig } from '../../config/load.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { counted, jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';

interface Flags {
  readonly to?: string;
  readonly data?: string;
  readonly config?: string;
  readonly keep?: number;
  readonly key: boolean;
  readonly check?: string;
  readonly format: OutputFormat;
}

const MEBIBYTE = 2 ** 20;

/** `colophon backup`: backs up a data folder, or checks a backup. */
export function backupCommand(context: CommandContext): Command {
  const about =
    'Back up a data folder to one file, as of one commit, whether or not a server runs on the folder: all metadata with its ' +
    'history, users, tokens, the audit log, and the key of the secrets. The copy is checked, and the file appears when it is ' +
    'complete. A catalog in PostgreSQL is backed up with pg_dump instead.';
  const command = newCommand('backup', about, [
    { line: 'backup --to /mnt/backups --keep 24', does: 'a new file in this folder; keep the last 24' },
    { line: 'backup --data /var/lib/colophon --to catalog.backup', does: 'to this file' },
    { line: 'backup --check /mnt/backups', does: 'compare the checksum of the latest file in the folder' },
  ])
    .option(
      '--to <file|folder>',
      'file to write or replace, or existing folder for a new file named after the time',
    )
    .addOption(
      wholeNumberOption('--keep <number>', 'in a folder: remove all but the latest backups of this catalog'),
    )
    .option('--no-key', 'leave out secrets.key; keep it elsewhere, because secrets cannot be read without it')
    .option(
      '--check <file|folder>',
      'make no backup, but read this one, or the latest in this folder, to its end',
    );
  return addFormatOption(addDataFolder(command)).action((flags: Flags) => backUp(flags, context));
}

/** Adds the options that select a data folder, not a server. */
export function addDataFolder(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder (default: $COLOPHON_DATA, else ./colophon-data)')
    .option('--config <file>', 'YAML file with the options of the server (default: $COLOPHON_CONFIG)');
}

async function backUp(flags: Flags, context: CommandContext): Promise<void> {
  const { check, config: configFile, data, format, keep, key, to } = flags;
  const { environment, folder } = context;
  const { backUpCatalog, checkBackup } = await import('../../composition/backups.ts');
  if (check !== undefined) {
    if (to !== undefined) throw new UsageError('--check cannot be combined with --to. Remove one of them.');
    const checked = await checkBackup(resolve(folder, check));
    context.print(
      format === 'json' ? backupJson(checked) : `${checked.file} is intact: ${contentText(checked)}.`,
    );
    return;
  }
  if (to === undefined) throw new UsageError('Name a file or a folder with --to.');
  const target = resolve(folder, to);
  if (/[\\/]$/.test(to) && !existsSync(target))
    throw new UsageError(`There is no folder ${target}. Create it, or name another place with --to.`);
  const config = loadConfig({ environment, folder, configFile, flags: { data } });
  const made = await backUpCatalog(config, { to: target, keep, withoutKey: !key, now: new Date() });
  context.print(format === 'json' ? backupJson(made) : madeText(made));
}

/** A backup as JSON; says only whether it has the key. */
export function backupJson({ secretsKey, ...backup }: ReadBackup): string {
  return jsonText({ ...backup, hasSecretsKey: secretsKey !== undefined });
}

function madeText(made: MadeBackup): string {
  const [from, to] = [made.bytes, made.compressedBytes].map((bytes) => (bytes / MEBIBYTE).toFixed(1));
  return [
    `Backed up ${contentText(made)}, to ${made.file} (${to} MiB, compressed from ${from}).`,
    ...(made.removed.length > 0 ? [`Removed ${counted(made.removed.length, 'older backup')}.`] : []),
  ].join('\n');
}

/** `1200 entities as of commit 17, with secrets.key`. */
export function contentText({ rows, secretsKey, sequence }: ReadBackup): string {
  const key = secretsKey === undefined ? 'without a key for secrets' : 'with secrets.key';
  return `${rows['entity'] ?? 0} entities as of commit ${sequence}, ${key}`;
}
