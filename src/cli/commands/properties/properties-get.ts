import type { Command } from 'commander';
import { stringify } from 'yaml';
import { CatalogError } from '../../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { DEFINITION_ASPECTS } from '../../../model/properties/definition-parts.ts';
import { definitionForm } from '../../../model/properties/definition-form.ts';
import { jsonText } from '../../output.ts';
import { urnOfType } from '../../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly format: OutputFormat;
}

const ASPECTS = [...DEFINITION_ASPECTS, 'status'];

export function getPropertyCommand(context: CommandContext): Command {
  const command = newCommand('get', 'Show a definition, in the format of properties upsert.', [
    {
      line: 'properties get --urn urn:li:structuredProperty:io.acme.retentionDays',
      does: 'show a definition',
    },
    { line: 'properties get --urn io.acme.retentionDays --format json', does: 'show it as JSON' },
  ]).requiredOption('--urn <urn>', 'urn of the property, or its qualified name');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => get(flags, context));
}

async function get(flags: Flags, context: CommandContext): Promise<void> {
  const urn = urnOfType(STRUCTURED_PROPERTY.entityType, flags.urn);
  const aspects = await withCatalog(flags, context, (client) => client.getAspects(urn, ASPECTS));
  const form = aspects === undefined ? undefined : definitionForm(urn, aspects);
  if (form === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `There is no structured property ${urn}. See 'colophon properties list'.`,
    );
  }
  context.print(flags.format === 'json' ? jsonText(form) : stringify(form, { lineWidth: 0 }).trimEnd());
}
