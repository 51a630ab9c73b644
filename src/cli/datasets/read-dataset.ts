import { parseDefinition, STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import { aspectValues, type AspectValues, type CatalogClient } from '../connection/catalog-client.ts';
import { assignedProperties, columnsOf, columnUrn, datasetForm, type DatasetForm } from './dataset-form.ts';

/** A dataset with its columns and the definitions of its properties; undefined if the dataset does not exist. */
export async function readDataset(client: CatalogClient, urn: Urn): Promise<DatasetForm | undefined> {
  const aspects = await client.getAspects(urn);
  if (aspects === undefined) return undefined;
  const columnUrns = columnsOf(aspects['schemaMetadata']).map((column) => columnUrn(urn, column));
  const columns = await getMany(client, 'schemaField', columnUrns, STRUCTURED_PROPERTY.assignmentAspect);
  const propertyUrns = new Set([aspects, ...columns.values()].flatMap(assignedProperties));
  const { entityType, definitionAspect } = STRUCTURED_PROPERTY;
  const found = await getMany(client, entityType, [...propertyUrns], definitionAspect);
  const definitions = new Map(
    [...found].map(([property, values]) => [property, parseDefinition(values[definitionAspect] ?? {})]),
  );
  return datasetForm(urn, aspects, { definitions, columns });
}

async function getMany(
  client: CatalogClient,
  entityType: string,
  urns: readonly string[],
  aspectName: string,
): Promise<ReadonlyMap<string, AspectValues>> {
  if (urns.length === 0) return new Map();
  const body = urns.map((urn) => ({ urn, [aspectName]: {} }));
  const answer = await client.request('POST', `/openapi/v3/entity/${entityType}/batchGet`, body);
  const entities = asList(answer, 'The answer').map((item) => asObject(item, 'entity'));
  return new Map(entities.map((entity) => [asText(entity['urn'], 'urn'), aspectValues(entity)]));
}
