import type { Command } from 'commander';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { compareUrns, parseUrn } from '../../../model/urn.ts';
import { asList, asObject, asText, optionalText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { aspectValues, type CatalogClient } from '../../connection/catalog-client.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { DEFINITION_ASPECTS } from '../../../model/properties/definition-parts.ts';
import { definitionForm } from '../../../model/properties/definition-form.ts';
import { entityTypeName } from '../../../model/properties/entity-type-id.ts';
import { jsonText, tableText } from '../../output.ts';

interface Flags extends ConnectionFlags {
  readonly removed?: boolean;
  readonly format: OutputFormat;
}

const PAGE_SIZE = 500;
const ASPECTS = [...DEFINITION_ASPECTS, 'status'];

export function listPropertiesCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List the definitions of structured properties.', [
    { line: 'properties list', does: 'all definitions, as a table' },
    {
      line: 'properties list --removed --format json',
      does: 'complete, with soft-deleted ones, as JSON',
    },
  ]).option('--removed', 'include soft-deleted definitions');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const forms = await withCatalog(flags, context, (client) => allDefinitions(client, flags.removed === true));
  if (flags.format === 'json') {
    context.print(jsonText(forms));
  } else if (forms.length === 0) {
    context.notify(
      "There are no structured properties. Create some with 'colophon properties upsert -f FILE'.",
    );
  } else {
    context.print(tableText(['QUALIFIED NAME', 'TYPE', 'VALUES', 'ENTITY TYPES', 'NAME'], forms.map(row)));
  }
}

async function allDefinitions(client: CatalogClient, removed: boolean): Promise<readonly JsonObject[]> {
  const forms: JsonObject[] = [];
  let scrollId: string | undefined;
  do {
    const query = new URLSearchParams({
      count: String(PAGE_SIZE),
      aspects: ASPECTS.join(','),
      includeSoftDelete: String(removed),
      ...(scrollId !== undefined && { scrollId }),
    });
    const path = `/openapi/v3/entity/${STRUCTURED_PROPERTY.entityType}?${query.toString()}`;
    const page = asObject(await client.request('GET', path), 'The answer');
    for (const item of asList(page['entities'], 'entities')) {
      const entity = asObject(item, 'entity');
      const form = definitionForm(parseUrn(asText(entity['urn'], 'urn')), aspectValues(entity));
      if (form !== undefined) forms.push(form);
    }
    scrollId = optionalText(page['scrollId'], 'scrollId');
  } while (scrollId !== undefined);
  return forms.sort((a, b) => compareUrns(nameOf(a), nameOf(b)));
}

function nameOf(form: JsonObject): string {
  return asText(form['qualified_name'], 'qualified_name');
}

function row(form: JsonObject): readonly string[] {
  const types = asList(form['entity_types'], 'entity_types').map((urn) => entityTypeName(asText(urn, 'urn')));
  const allowed = Array.isArray(form['allowed_values']) ? ` of ${form['allowed_values'].length}` : '';
  const name = optionalText(form['display_name'], 'display_name') ?? '';
  return [
    nameOf(form),
    asText(form['type'], 'type').replace(/^urn:li:dataType:(datahub\.)?/, ''),
    `${form['cardinality'] === 'MULTIPLE' ? 'many' : 'one'}${allowed}`,
    types.join(', '),
    form['removed'] === true ? `${name} (soft-deleted)` : name,
  ];
}
