import type { BenchPostgres } from './postgres-server.ts';

const ACTOR = 'urn:li:corpuser:datahub';
const STAMP = { time: 1_795_321_894_108, actor: ACTOR };
const SEEN = JSON.stringify({ lastObserved: STAMP.time, runId: 'no-run-id-provided' });
const SYSTEM = JSON.stringify({
  lastObserved: STAMP.time,
  runId: 'no-run-id-provided',
  version: '1',
  aspectCreated: STAMP,
  aspectModified: STAMP,
});
const assigned = (name: string, values: string): string =>
  `{"propertyUrn":"urn:li:structuredProperty:bench.${name}","values":[${values}]}`;
const PROPERTIES =
  `{"properties":[${assigned('team', `{"string":"team-' || i % 10 || '"}`)},` +
  `${assigned('costCenter', `{"string":"cc-' || i % 1000 * 7919 % 1000 || '"}`)},` +
  `${assigned('retention', `{"double":' || i % 10000 * 31 % 10000 || '.0}`)},` +
  `${assigned('zones', `{"string":"zone-' || i % 3 || '"},{"string":"zone-' || i % 3 + 3 || '"}`)}]}`;
const INTERNAL = JSON.stringify({
  assignments: Object.fromEntries(
    ['team', 'costCenter', 'retention', 'zones'].map((name, i) => [
      `urn:li:structuredProperty:bench.${name}`,
      6 + i,
    ]),
  ),
});
const PLATFORMS = ['hive', 'snowflake', 'kafka', 'bigquery'];
/** SQL for the urn of entity i, in the workload's format: consecutive entities are far apart in the database index. */
const URN = `'urn:li:dataset:(urn:li:dataPlatform:' || (ARRAY[${PLATFORMS.map((name) => `'${name}'`).join(', ')}])[i % 4 + 1] ||
  ',db' || i % 100 || '.schema' || i % 7 || '.customer_session_' || i || ',PROD)'`;
/** Urn of entity i; equals the SQL expression `URN`. */
export function syntheticUrn(i: number): string {
  const name = `db${i % 100}.schema${i % 7}.customer_session_${i}`;
  return `urn:li:dataset:(urn:li:dataPlatform:${PLATFORMS[i % 4] ?? ''},${name},PROD)`;
}

/** Aspects of an entity: name, value, and system metadata. */
const ASPECTS = `(VALUES ('status', '{"removed":false}', NULL),
  ('datasetProperties', '{"name":"customer session ' || i || '","description":"customer of session, number ' || i ||
    '","customProperties":{},"tags":[]}', NULL),
  ('structuredProperties', '${PROPERTIES}', '${INTERNAL}')) AS a (aspect, metadata, internal)`;
const TIME = `to_timestamp(${STAMP.time} / 1000.0) AT TIME ZONE 'UTC'`;

/** Entities per commit of a workload load. */
const BATCH = 500;

/**
 * Inserts the rows of loaded entities in this range of numbers, without the server: same count, length and order, with one
 * log entry per 500 entities.
 */
export async function addRows(
  postgres: BenchPostgres,
  database: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const numbers = `generate_series(${from}, ${to - 1}) AS i`;
  const statements = [
    `INSERT INTO colophon_entity (id, urn, createdon, createdby, systemmetadata, last_observed)
     SELECT i + 1, ${URN}, ${STAMP.time}, '${ACTOR}', '${SEEN}', ${STAMP.time} FROM ${numbers}`,
    `INSERT INTO metadata_aspect_v2 (urn, aspect, version, metadata, systemmetadata, createdon, createdby)
     SELECT ${URN}, a.aspect, 0, a.metadata, '${SYSTEM}', ${TIME} + i * interval '1 ms', '${ACTOR}'
     FROM ${numbers}, LATERAL ${ASPECTS}`,
    `INSERT INTO colophon_aspect (entity_id, aspect, version, sequence, internal, createdon, last_observed)
     SELECT i + 1, a.aspect, 0, i / ${BATCH}, a.internal, ${TIME} + i * interval '1 ms', ${STAMP.time}
     FROM ${numbers}, LATERAL ${ASPECTS}`,
    `INSERT INTO colophon_change_log (sequence, createdon, createdby, entries)
     SELECT b, ${STAMP.time}, '${ACTOR}', (SELECT json_agg(json_build_array(${URN}, 'status', 'datasetProperties',
       'structuredProperties'))::text FROM generate_series(b * ${BATCH}, b * ${BATCH} + ${BATCH - 1}) AS i)
     FROM generate_series(${from / BATCH}, ${to / BATCH - 1}) AS b`,
    `INSERT INTO colophon_audit_entity
     SELECT hashtextextended(${URN}, 0), ${STAMP.time}, i / ${BATCH} FROM ${numbers}`,
  ];
  for (const statement of statements) await postgres.run(database, statement);
}
