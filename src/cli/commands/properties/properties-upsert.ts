import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readDefinitionFile } from '../../definitions/definition-file.ts';
import { writeDefinitions } from '../../definitions/write-definitions.ts';
import { jsonText } from '../../output.ts';
import { readTextFile } from '../../arguments/read-text-file.ts';

interface Flags extends ConnectionFlags {
  readonly file: string;
  readonly format: OutputFormat;
}

const FORM = `
Form of a definition. A file holds one, a list of them, or several documents:

  - id: io.acme.retentionDays      # or urn, with qualified_name
    type: number                   # string, rich_text, number, date, urn, or the urn of a data type
    display_name: Retention
    description: How many days the data is kept.
    cardinality: SINGLE            # or MULTIPLE
    entity_types: [dataset, schemaField]
    allowed_values:                # omit to allow any value
      - value: 30
        description: a month
    type_qualifier:                # for type urn
      allowed_types: [corpuser]
    immutable: false               # true: assigned values cannot change
    version: 20260131120000        # needed for a breaking change; drops old values
    settings:
      show_in_search_filters: true`;

export function upsertPropertiesCommand(context: CommandContext): Command {
  const command = newCommand('upsert', 'Create or update the definitions of a YAML file, all or none.', [
    { line: 'properties upsert -f properties.yaml', does: 'create or update what the file defines' },
    { line: 'properties upsert -f - < properties.yaml', does: 'read the definitions from standard input' },
  ])
    .requiredOption('-f, --file <file>', 'YAML file of definitions; - for standard input')
    .addHelpText('after', FORM);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => upsert(flags, context));
}

const VERBS = { created: 'Created', updated: 'Updated', unchanged: 'Unchanged' };

async function upsert(flags: Flags, context: CommandContext): Promise<void> {
  const name = flags.file === '-' ? 'standard input' : flags.file;
  const proposals = readDefinitionFile(await readTextFile(flags.file, context), name);
  const written = await withCatalog(flags, context, (client) => writeDefinitions(proposals, name, client));
  if (flags.format === 'json') {
    context.print(jsonText(written));
    return;
  }
  for (const { urn, change } of written) {
    context.print(`${VERBS[change]} structured property ${urn}`);
  }
}
