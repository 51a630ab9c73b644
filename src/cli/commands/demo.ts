import type { Command } from 'commander';
import { entityTypeOf } from '../../model/urn.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { buildDemo } from '../demo/build-demo.ts';
import { COMPANY } from '../demo/company.ts';
import type { DemoEntity } from '../demo/demo-entity.ts';
import { loadDemo, requireEmpty } from '../demo/load-demo.ts';
import { counted, jsonText } from '../output.ts';
import { Progress } from '../progress.ts';

interface Flags extends ConnectionFlags {
  readonly force?: boolean;
  readonly format: OutputFormat;
}

/** `colophon demo`: loads the sample data of a fictional company. */
export function demoCommand(context: CommandContext): Command {
  const about = `Load sample data into an empty catalog: about 1000 entities of ${COMPANY}, a fictional shop, always the same.`;
  const command = newCommand('demo', about, [
    { line: 'demo', does: 'load into the configured server' },
    { line: 'demo --data ./colophon-data', does: 'load into the catalog of a data folder' },
  ]).option('--force', 'load into a catalog that has datasets; replaces entities with the same urn');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => demo(flags, context));
}

async function demo(flags: Flags, context: CommandContext): Promise<void> {
  const entities = buildDemo();
  const url = await withCatalog(flags, context, async (client) => {
    if (flags.force !== true) await requireEmpty(client);
    const progress = new Progress(entities.length, 'entities', context);
    await loadDemo(entities, client, (count) => progress.advance(count));
    return client.url;
  });
  if (flags.format === 'json')
    context.print(jsonText({ entities: entities.length, by_type: countByType(entities) }));
  else context.print(whatNext(entities, url, flags.data));
}

function countByType(entities: readonly DemoEntity[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { urn } of entities) counts[entityTypeOf(urn)] = (counts[entityTypeOf(urn)] ?? 0) + 1;
  return counts;
}

const EXAMPLE = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';

function whatNext(entities: readonly DemoEntity[], url: string, folder: string | undefined): string {
  const counts = countByType(entities);
  const connection = folder === undefined ? '' : ` --data ${folder}`;
  // With --data the server may have stopped with this command, so its address may be useless.
  const place =
    folder === undefined
      ? `${url}/api/graphiql`
      : 'GraphiQL (open it with the login link that colophon serve prints)';
  return `
Loaded ${COMPANY}: ${counted(entities.length, 'entity').replace(/entitys$/, 'entities')}, including ${counts['dataset'] ?? 0} datasets and ${counts['structuredProperty'] ?? 0} structured properties.

Show a dataset and a definition:
  colophon dataset get${connection} --urn '${EXAMPLE}'
  colophon properties get${connection} --urn io.hearth.personalData

Run queries in ${place}:

  # Datasets with email addresses that are kept for more than a year
  {
    scrollAcrossEntities(input: {
      types: [DATASET], query: "*", count: 10,
      orFilters: [{ and: [
        { field: "structuredProperties.io.hearth.personalData", values: ["email"] },
        { field: "structuredProperties.io.hearth.retentionDays", condition: GREATER_THAN, values: ["365"] }
      ] }]
    }) { total searchResults { entity { urn } } }
  }

  # Number of datasets per classification
  {
    aggregateAcrossEntities(input: {
      types: [DATASET], query: "*", facets: ["structuredProperties.io.hearth.dataClassification"]
    }) { facets { field aggregations { value count } } }
  }`.trimStart();
}
