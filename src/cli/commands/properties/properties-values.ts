import type { Command } from 'commander';
import { propertyValue, scalarOf } from '../../../model/structured-property.ts';
import { asList, asObject } from '../../../util/json/json-input.ts';
import { wholeNumberOption } from '../../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly query?: string;
  readonly count?: number;
  readonly format: OutputFormat;
}

/** `colophon properties values`: the values of a property in use, and how many assets have each. */
export function valuesCommand(context: CommandContext): Command {
  const command = newCommand(
    'values',
    'List values of a property that are in use, the most frequent first.',
    [
      { line: 'properties values io.acme.tier', does: 'the 20 most frequent values' },
      { line: 'properties values io.acme.team --query data --count 50', does: "values that contain 'data'" },
    ],
  )
    .argument('<property>', 'qualified name or urn')
    .option('--query <text>', 'text that the values contain')
    .addOption(wholeNumberOption('--count <number>', 'maximum number of values, at most 50; default: 20'));
  return addFormatOption(addConnectionOptions(command)).action((property: string, flags: Flags) =>
    values(property, flags, context),
  );
}

async function values(property: string, flags: Flags, context: CommandContext): Promise<void> {
  const { count, format, query } = flags;
  const asked = new URLSearchParams({
    property,
    ...(query !== undefined && { query }),
    ...(count !== undefined && { count: String(count) }),
  });
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', `/api/colophon/v1/property-values?${asked.toString()}`),
  );
  if (format === 'json') {
    context.print(jsonText(answer));
    return;
  }
  const rows = asList(asObject(answer, 'The answer')['values'], 'values').map((item) => {
    const { count: assets, value: stored } = asObject(item, 'value');
    const value = propertyValue(stored);
    return [value === undefined ? '' : String(scalarOf(value)), String(Number(assets))];
  });
  if (rows.length > 0) context.print(tableText(['VALUE', 'ASSETS'], rows));
  else context.notify(query === undefined ? 'No asset has a value.' : `No value contains '${query}'.`);
}
