import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { datasetText } from '../datasets/dataset-text.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { jsonText } from '../output.ts';
import { urnOfType } from '../arguments/urn-argument.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly format: OutputFormat;
}

const EXAMPLE_URN = '"urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.orders,PROD)"';
const EXAMPLES = [
  { line: `dataset get --urn ${EXAMPLE_URN}`, does: 'show a dataset' },
  { line: `dataset get --urn ${EXAMPLE_URN} --format json`, does: 'show it as JSON' },
];

export function datasetCommand(context: CommandContext): Command {
  const command = newCommand(
    'get',
    'Show a dataset with its structured properties and columns.',
    EXAMPLES,
  ).requiredOption('--urn <urn>', 'urn of the dataset, quoted because of its parentheses');
  addFormatOption(addConnectionOptions(command)).action((flags: Flags) => get(flags, context));
  return newCommand('dataset', 'Show a dataset with its structured properties.', EXAMPLES).addCommand(
    command,
  );
}

async function get(flags: Flags, context: CommandContext): Promise<void> {
  const urn = urnOfType('dataset', flags.urn);
  const dataset = await withCatalog(flags, context, (client) => readDataset(client, urn));
  if (dataset === undefined) throw new CatalogError('NOT_FOUND', `There is no dataset ${urn}.`);
  context.print(flags.format === 'json' ? jsonText(dataset) : datasetText(dataset));
}
