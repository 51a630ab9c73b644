/** A `schemaMetadata` aspect with these string columns. */
export function schemaWith(...columns: readonly string[]): object {
  return {
    schemaName: 'sample',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: 'create table' } },
    fields: columns.map((fieldPath) => ({
      fieldPath,
      nativeDataType: 'text',
      type: { type: { 'com.linkedin.schema.StringType': {} } },
    })),
  };
}
