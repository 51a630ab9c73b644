import { expect } from 'vitest';
import type { TestServer } from '../../support/start-server.ts';

/** The property that the tests set. */
export const CLASSIFICATION = 'urn:li:structuredProperty:io.hearth.dataClassification';

/** Urn of a table. */
export const datasetUrn = (name: string) =>
  `urn:li:dataset:(urn:li:dataPlatform:postgres,columns.${name},PROD)`;
/** Urn of a column. */
export const columnUrn = (name: string, path: string) => `urn:li:schemaField:(${datasetUrn(name)},${path})`;
/** A value of the data classification, as it is stored. */
export const assignment = (value: string) => ({ propertyUrn: CLASSIFICATION, values: [{ string: value }] });

/** Adds a table with these columns, texts and integers in turn. */
export async function addColumns(server: TestServer, name: string, paths: readonly string[]): Promise<void> {
  const fields = paths.map((fieldPath, index) => ({
    fieldPath,
    nullable: true,
    nativeDataType: index % 2 === 0 ? 'text' : 'integer',
    description: fieldPath.startsWith('<img') ? fieldPath : '',
    type: { type: { [`com.linkedin.schema.${index % 2 === 0 ? 'String' : 'Number'}Type`]: {} } },
  }));
  const value = {
    schemaName: name,
    platform: 'urn:li:dataPlatform:postgres',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields,
    primaryKeys: paths.slice(0, 1),
  };
  const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', [
    { urn: datasetUrn(name), schemaMetadata: { value } },
  ]);
  expect(answer.status).toBe(200);
}

/** Sets the data classification of a column. */
export async function classify(server: TestServer, name: string, path: string, value: string): Promise<void> {
  const patch = [{ op: 'add', path: `/properties/${CLASSIFICATION}`, value: assignment(value) }];
  const { status } = await server.request('PATCH', '/openapi/v3/entity/schemafield?async=false', [
    { urn: columnUrn(name, path), structuredProperties: { value: { patch } } },
  ]);
  expect(status).toBe(200);
}

/** Data classifications on the server, by column. */
export async function classifications(
  server: TestServer,
  name: string,
  paths: readonly string[],
): Promise<Record<string, string[]>> {
  const { json } = await server.request(
    'POST',
    '/openapi/v3/entity/schemafield/batchGet',
    paths.map((path) => ({ urn: columnUrn(name, path), structuredProperties: {} })),
  );
  const found: Record<string, string[]> = {};
  for (const { urn, structuredProperties } of json) {
    const own = structuredProperties?.value.properties.find(
      ({ propertyUrn }: { propertyUrn: string }) => propertyUrn === CLASSIFICATION,
    );
    if (own)
      found[urn.slice(columnUrn(name, '').length - 1, -1)] = own.values.map(
        (value: { string: string }) => value.string,
      );
  }
  return found;
}
