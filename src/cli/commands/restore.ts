import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { existingAspects } from '../existing-aspects.ts';
import { jsonText } from '../output.ts';
import { entityArgument } from '../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly format: OutputFormat;
}

/** `colophon restore`: undoes a soft delete. */
export function restoreCommand(context: CommandContext): Command {
  const command = newCommand('restore', 'Restore a soft-deleted entity with all its metadata.', [
    {
      line: 'restore --urn urn:li:structuredProperty:io.acme.retentionDays',
      does: 'restore a property and its values',
    },
  ]).requiredOption('--urn <urn>', 'urn of the entity, or qualified name of a property');
  return addFormatOption(addConnectionOptions(command)).action(async (flags: Flags) => {
    const urn = entityArgument(flags.urn);
    await withCatalog(flags, context, (client) => restore(client, urn));
    context.print(flags.format === 'json' ? jsonText({ urn, change: 'restored' }) : `Restored ${urn}.`);
  });
}

async function restore(client: CatalogClient, urn: Urn): Promise<void> {
  const aspects = await existingAspects(client, urn);
  if (aspects === undefined) {
    const why = 'it never existed or was hard-deleted';
    throw new CatalogError('NOT_FOUND', `${urn} cannot be restored: ${why}.`);
  }
  if (aspects['status']?.['removed'] !== true) {
    throw new CatalogError('CONFLICT', `${urn} is not soft-deleted, so there is nothing to restore.`);
  }
  await client.putAspect(urn, 'status', { ...aspects['status'], removed: false });
}
