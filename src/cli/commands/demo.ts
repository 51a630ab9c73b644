import type { Command } from 'commander';
import { asText } from '../../util/json/json-input.ts';
import { object, objects } from '../../util/json/json-members.ts';
import type { JsonValue } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { counted, jsonText } from '../output.ts';
import { shellWord } from '../shell-words.ts';

interface Flags extends ConnectionFlags {
  readonly force?: boolean;
  readonly format: OutputFormat;
}

/** Contents of the demo. */
interface Loaded {
  readonly entities: number;
  /** Number of entities by type. */
  readonly byType: Readonly<Record<string, number>>;
}

/** Name of the fictional company. */
const COMPANY = 'Hearth & Harbor';

/** `colophon demo`: loads the sample data of a fictional company. */
export function demoCommand(context: CommandContext): Command {
  const about = `Load sample data into an empty catalog: about 1000 entities of ${COMPANY}, a fictional shop, with a month of history.`;
  const command = newCommand('demo', about, [
    { line: 'demo', does: 'load into the configured server' },
    { line: 'demo --data ./colophon-data', does: 'load into the catalog of a data folder' },
  ]).option('--force', 'load into a catalog that has assets; replaces entities with the same urn');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => demo(flags, context));
}

async function demo(flags: Flags, context: CommandContext): Promise<void> {
  const { loaded, url } = await withCatalog(flags, context, async (client) => {
    const body = { force: flags.force === true };
    const answer = await client.request('POST', '/api/colophon/v1/demo', body);
    return { loaded: readAnswer(answer), url: client.url };
  });
  if (flags.format === 'json') {
    context.print(jsonText({ entities: loaded.entities, by_type: loaded.byType }));
  } else context.print(whatNext(loaded, url, flags.data));
}

function readAnswer(answer: JsonValue | undefined): Loaded {
  const { byType, entities } = object(answer) ?? {};
  const counts = objects(byType).map(
    ({ count, entityType }) => [asText(entityType, 'entityType'), Number(count)] as const,
  );
  return { entities: Number(entities), byType: Object.fromEntries(counts) };
}

const EXAMPLE = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';

function whatNext({ byType, entities }: Loaded, url: string, folder: string | undefined): string {
  const connection = folder === undefined ? '' : ` --data ${shellWord(folder)}`;
  // With --data the server may have stopped with this command, so its address may be useless.
  const place =
    folder === undefined
      ? `${url}/api/graphiql`
      : 'GraphiQL (open it with the login link that colophon serve prints)';
  return `
Loaded ${COMPANY}: ${counted(entities, 'entity').replace(/entitys$/, 'entities')}, including ${byType['dataset'] ?? 0} datasets and ${byType['structuredProperty'] ?? 0} structured properties.

Show a dataset and a definition:
  colophon dataset get${connection} --urn ${shellWord(EXAMPLE)}
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
