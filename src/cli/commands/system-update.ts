import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { followJob } from '../follow-job.ts';
import { counted, jsonText, tableText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly dryRun?: boolean;
  readonly step?: string;
  readonly format: OutputFormat;
}

const COLUMNS = ['FIELD', 'ENTITY TYPE', 'STATE', 'VALUES', 'PROPERTY'];

/** `colophon system-update`: runs upgrade steps, or lists the index mappings of properties. */
export function systemUpdateCommand(context: CommandContext): Command {
  const about =
    'Upgrade stored data to this version. Mappings of deleted properties are removed only if both environment ' +
    'variables ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX and ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE are ' +
    'true, for this command or for the server.';
  const command = newCommand('system-update', about, [
    {
      line: 'system-update --dry-run',
      does: 'list the index fields of properties, with their number of values',
    },
    { line: 'system-update', does: 'run all due steps' },
    {
      line: 'system-update --step restore-indices --data ./colophon-data',
      does: 'rebuild the index of a data folder',
    },
  ])
    .option('--dry-run', 'list the mappings of structured properties; change nothing')
    .option(
      '--step <step>',
      'run only this step: apply-bootstrap, apply-default-policies, clean-indices, restore-indices or move-columns',
    );
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) =>
    systemUpdate(flags, context),
  );
}

async function systemUpdate(flags: Flags, context: CommandContext): Promise<void> {
  await withCatalog(flags, context, (client) =>
    flags.dryRun === true ? showMappings(client, flags, context) : update(client, flags, context),
  );
}

async function showMappings(
  client: CatalogClient,
  { format }: Flags,
  context: CommandContext,
): Promise<void> {
  const answer = await client.request('GET', '/api/colophon/v1/system-update/mappings');
  const mappings = objectsIn(asObject(answer, 'The answer')['mappings'], 'mappings');
  if (format === 'json') context.print(jsonText({ mappings }));
  else if (mappings.length === 0) context.notify('The index has no fields of structured properties.');
  else context.print(tableText(COLUMNS, mappings.map(mappingRow)));
}

async function update(client: CatalogClient, flags: Flags, context: CommandContext): Promise<void> {
  const { environment, folder } = context;
  // The variables of this process count like those of the server, as in DataHub's job of the same name.
  const { reindexMappings, structuredProperties } = loadConfig({ environment, folder }).systemUpdate;
  const request = {
    reindexMappings,
    structuredProperties,
    ...(flags.step !== undefined && { step: flags.step }),
  };
  const result = await followJob(client, 'system-update', request, context);
  if (flags.format === 'json') context.print(jsonText(result));
  else context.print(objectsIn(result['steps'], 'steps').map(sentenceOf).join('\n'));
}

function mappingRow(mapping: JsonObject): readonly string[] {
  return [
    asText(mapping['field'], 'field'),
    asText(mapping['entityType'], 'entityType'),
    asText(mapping['state'], 'state'),
    String(numberOf(mapping['values'])),
    asText(mapping['propertyUrn'], 'propertyUrn'),
  ];
}

function sentenceOf({ dropped, entities, id, kept, outcome, reason }: JsonObject): string {
  const step = asText(id, 'id');
  if (outcome === 'skipped') return `${step}: skipped. ${asText(reason, 'reason')}`;
  const mappings =
    dropped === undefined
      ? ''
      : ` Removed ${counted(asList(dropped, 'dropped').length, 'mapping')} of deleted properties, kept ${asList(kept, 'kept').length} with values.`;
  return `${step}: done, entities written: ${numberOf(entities)}.${mappings}`;
}

function objectsIn(value: JsonValue | undefined, at: string): readonly JsonObject[] {
  return asList(value, at).map((item) => asObject(item, at));
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
