import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { addDataFolder, backupJson, contentText } from './backup.ts';
import { shellWord } from '../shell-words.ts';

interface Flags {
  readonly data?: string;
  readonly config?: string;
  readonly format: OutputFormat;
}

/** `colophon restore-backup`: restores a file of `colophon backup`. */
export function restoreBackupCommand(context: CommandContext): Command {
  const about =
    "Restore a file that 'colophon backup' wrote into a data folder, which must be empty or missing. A damaged backup, and one of a " +
    'newer version, is refused. After an interruption, run the command again. The search index is built at the first start.';
  const command = newCommand('restore-backup', about, [
    { line: 'restore-backup catalog.backup --data /var/lib/colophon', does: 'restore this file' },
    { line: 'restore-backup /mnt/backups', does: 'the latest file in the folder, to ./colophon-data' },
  ]).argument('<file|folder>', 'the backup, or a folder, whose latest backup is restored');
  return addFormatOption(addDataFolder(command)).action((from: string, flags: Flags) =>
    restore(from, flags, context),
  );
}

async function restore(from: string, flags: Flags, context: CommandContext): Promise<void> {
  const { environment, folder } = context;
  const { restoreCatalog } = await import('../../composition/backups.ts');
  const config = loadConfig({
    environment,
    folder,
    configFile: flags.config,
    flags: { data: flags.data },
  });
  const restored = await restoreCatalog(config, resolve(folder, from));
  if (flags.format === 'json') context.print(backupJson(restored));
  else
    context.print(
      `Restored ${contentText(restored)}, from ${restored.file} to ${config.data}. Start it with: colophon serve --data ${shellWord(config.data)}`,
    );
}
