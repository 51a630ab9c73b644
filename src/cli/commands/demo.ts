import type { Command } from 'commander';
import { entityTypeOf } from '../../model/urn.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connect.ts';
import type { ConnectionFlags } from '../connect.ts';
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

/** `colophon demo`: a made-up company to look at. */
export function demoCommand(context: CommandContext): Command {
  const about = `Fill an empty catalog with ${COMPANY}, a made-up shop: about a thousand entities, always the same.`;
  const command = newCommand('demo', about, [
    { line: 'demo', does: 'fill the catalog that is remembered' },
    { line: 'demo --data ./colophon-data', does: 'fill the catalog in a folder' },
  ]).option('--force', 'write into a catalog that holds datasets; entities of the same names are replaced');
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
  // A server that was started for this command only has gone by the time anybody reads its address.
  const place =
    folder === undefined
      ? `${url}/api/graphiql`
      : 'GraphiQL, to which the link that colophon serve prints leads';
  return `
${COMPANY} is in the catalog: ${counted(entities.length, 'entity').replace(/entitys$/, 'entities')}, among them ${counts['dataset'] ?? 0} datasets and ${counts['structuredProperty'] ?? 0} structured properties.

Look at a dataset and at a definition:
  colophon dataset get${connection} --urn '${EXAMPLE}'
  colophon properties get${connection} --urn io.hearth.personalData

Ask in ${place}:

  # Datasets with e-mail addresses that are kept for more than a year
  {
    scrollAcrossEntities(input: {
      types: [DATASET], query: "*", count: 10,
      orFilters: [{ and: [
        { field: "structuredProperties.io.hearth.personalData", values: ["email"] },
        { field: "structuredProperties.io.hearth.retentionDays", condition: GREATER_THAN, values: ["365"] }
      ] }]
    }) { total searchResults { entity { urn } } }
  }

  # How many datasets there are of each classification
  {
    aggregateAcrossEntities(input: {
      types: [DATASET], query: "*", facets: ["structuredProperties.io.hearth.dataClassification"]
    }) { facets { field aggregations { value count } } }
  }`.trimStart();
}
