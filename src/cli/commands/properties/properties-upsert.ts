import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readDefinitionText } from '../../definitions/read-definition-text.ts';
import { applyDefinitions } from '../../plans/send-plan.ts';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { jsonText } from '../../output.ts';

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
      show_in_search_filters: true
    display:
      group: Privacy
      order: 10                    # smallest first
      unit: days
      value_colors:
        - value: 30
          color: green             # red, orange, yellow, green, teal, blue, purple, gray`;

export function upsertPropertiesCommand(context: CommandContext): Command {
  const command = newCommand('upsert', 'Create or update the definitions of a YAML file, all or none.', [
    { line: 'properties upsert -f properties.yaml', does: 'create or update the definitions in the file' },
    { line: 'properties upsert -f - < properties.yaml', does: 'read the definitions from standard input' },
  ])
    .requiredOption('-f, --file <file>', 'YAML file of definitions; - for standard input')
    .addHelpText('after', FORM);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => upsert(flags, context));
}

/** A written definition, and whether it was created, updated or unchanged. */
interface WrittenDefinition {
  readonly urn: string;
  readonly change: 'created' | 'updated' | 'unchanged';
}

function writtenIn(planned: JsonValue): WrittenDefinition {
  const definition = asObject(planned, 'definition');
  const urn = asText(definition['urn'], 'urn');
  switch (definition['change']) {
    case 'create':
      return { urn, change: 'created' };
    case 'none':
      return { urn, change: 'unchanged' };
    default:
      return { urn, change: 'updated' };
  }
}

const VERBS = { created: 'Created', updated: 'Updated', unchanged: 'Unchanged' };

async function upsert(flags: Flags, context: CommandContext): Promise<void> {
  const text = await readDefinitionText(flags.file, context);
  const plan = await withCatalog(flags, context, (client) => applyDefinitions(text, undefined, client));
  const written = asList(plan['definitions'], 'definitions').map(writtenIn);
  if (flags.format === 'json') {
    context.print(jsonText(written));
    return;
  }
  for (const { urn, change } of written) {
    context.print(`${VERBS[change]} structured property ${urn}`);
  }
}
