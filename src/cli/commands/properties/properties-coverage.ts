import type { Command } from 'commander';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { wholeNumberOption } from '../../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly days: number;
  readonly format: OutputFormat;
}

const URN_PREFIX = `urn:li:${STRUCTURED_PROPERTY.entityType}:`;

/** `colophon properties coverage`: how many assets have a value, now and some days ago. */
export function coverageCommand(context: CommandContext): Command {
  const command = newCommand('coverage', 'Count the assets with a value of properties, now and earlier.', [
    { line: 'properties coverage', does: 'properties that are search filters, and their change in 30 days' },
    { line: 'properties coverage io.acme.retentionDays --days 90', does: 'one property, in 90 days' },
    { line: 'properties coverage --format json', does: 'with a point for each day' },
  ])
    .argument('[property...]', 'qualified names or urns; default: properties that are search filters')
    .addOption(wholeNumberOption('--days <number>', 'days to go back, at most 366').default(30));
  return addFormatOption(addConnectionOptions(command)).action((names: readonly string[], flags: Flags) =>
    coverage(names, flags, context),
  );
}

async function coverage(names: readonly string[], flags: Flags, context: CommandContext): Promise<void> {
  const properties = names.map((name) => (name.startsWith('urn:') ? name : URN_PREFIX + name));
  const body = { days: flags.days, ...(properties.length > 0 && { properties }) };
  const answer = await withCatalog(flags, context, (client) =>
    client.request('POST', '/api/colophon/v1/property-coverage/over-time', body),
  );
  if (flags.format === 'json') context.print(jsonText(answer));
  else {
    const rows = asList(asObject(answer, 'The answer')['properties'], 'properties').map(row);
    if (rows.length > 0) context.print(tableText(['PROPERTY', 'ASSETS', 'WITH A VALUE', 'CHANGE'], rows));
    else context.notify("No such property. List them with 'colophon properties list'.");
  }
}

function row(item: JsonValue): readonly string[] {
  const { points, property } = asObject(item, 'property');
  const counts = asList(points, 'points').map((point) => {
    const { possible, present, time } = asObject(point, 'point');
    return { time: Number(time), present: Number(present), possible: Number(possible) };
  });
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined) return [nameOf(property), '', '', ''];
  const { possible, present } = last;
  const share = possible === 0 ? 0 : Math.floor((present / possible) * 100);
  const change = present - first.present;
  const since = new Date(first.time).toISOString().slice(0, 10);
  return [
    nameOf(property),
    String(possible),
    `${present} (${share} %)`,
    counts.length === 1 ? 'no history' : `${change > 0 ? '+' : ''}${change} since ${since}`,
  ];
}

function nameOf(urn: JsonValue | undefined): string {
  return asText(urn, 'property').replace(URN_PREFIX, '');
}
