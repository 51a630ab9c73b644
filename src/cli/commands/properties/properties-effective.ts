import type { Command } from 'commander';
import { propertyValue, scalarOf } from '../../../model/structured-property.ts';
import { asList, asObject } from '../../../util/json/json-input.ts';
import { objects, text, texts } from '../../../util/json/json-members.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly asOf?: string;
  readonly format: OutputFormat;
}

/** `colophon properties effective`: the values in effect on an entity, and from where it inherits them. */
export function effectiveCommand(context: CommandContext): Command {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,finance_db.public.orders,PROD)';
  const command = newCommand('effective', 'Show the values of an entity, own and inherited.', [
    { line: `properties effective --urn '${urn}'`, does: 'values, and where they come from' },
    {
      line: `properties effective --urn '${urn}' --as-of 2026-03-01T14:30:00Z`,
      does: 'those of a past time',
    },
  ])
    .requiredOption('--urn <urn>', 'urn of the entity or column')
    .option('--as-of <moment>', 'a time, or a cursor of the change feed; default: now');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => effective(flags, context));
}

async function effective({ urn, ...flags }: Flags, context: CommandContext): Promise<void> {
  const asked = flags.asOf === undefined ? '' : `?${new URLSearchParams({ asOf: flags.asOf }).toString()}`;
  const path = `/api/colophon/v1/entities/${encodeURIComponent(urn)}/effective-properties${asked}`;
  const answer = await withCatalog(flags, context, (client) => client.request('GET', path));
  if (flags.format === 'json') {
    context.print(jsonText(answer));
    return;
  }
  const rows = asList(asObject(answer, 'The answer')['properties'], 'properties').map((item) => {
    const { propertyUrn, sources, values } = asObject(item, 'property');
    const shown = objects(values)
      .flatMap((value) => propertyValue(value) ?? [])
      .map(scalarOf);
    return [text(propertyUrn) ?? '', shown.join(', '), texts(sources).join(', ')];
  });
  if (rows.length > 0) context.print(tableText(['PROPERTY', 'VALUES', 'INHERITED FROM'], rows));
  else context.notify(`${urn} has no values.`);
}
