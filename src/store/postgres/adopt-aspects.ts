import { UNKNOWN_WRITE, type AuditStamp, type SystemMetadata } from '../../model/aspect.ts';
import { newGeneration } from '../../model/properties/property-generation.ts';
import type { Generation } from '../../model/sequence.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../model/structured-property.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import type { RowInternal } from '../entity-rows.ts';
import type { LogEntry } from '../metadata-store.ts';
import { integer, text, type SqlRow } from '../rows/stored-rows.ts';
import { columnsOf } from './columns.ts';
import type { Queryable } from './connection.ts';
import { createEntities } from './writers/entity-writer.ts';
import { writeGeneration } from './writers/generation-writer.ts';
import { EPOCH_MS, runKey } from './row-columns.ts';
import { logCommits } from './writers/row-writer.ts';
import type { WriteTransaction } from './write-session.ts';

/** An aspect with a version written by DataHub. */
export interface AspectToAdopt {
  readonly urn: string;
  readonly aspectName: string;
}

/** Number of rows adopted, and of rows skipped because their urn or actor is invalid. */
export interface AdoptedRows {
  readonly rows: number;
  readonly skipped: number;
}

// All versions: DataHub copies the version that it replaces, so former versions may be unknown too.
const VERSIONS = `
  SELECT a.urn, a.aspect, a.version, a.metadata, a.systemmetadata, a.createdby, ${EPOCH_MS} AS createdon,
         a.createdon::text AS written, e.id, s.internal
  FROM unnest($1::text[], $2::text[]) AS k (urn, aspect)
  JOIN metadata_aspect_v2 a ON a.urn = k.urn AND a.aspect = k.aspect
  LEFT JOIN colophon_entity e ON e.urn = a.urn
  LEFT JOIN colophon_aspect s ON s.entity_id = e.id AND s.aspect = a.aspect AND s.version = a.version
  WHERE s.createdon IS NULL OR s.createdon <> a.createdon ORDER BY a.createdon, a.urn, a.aspect, a.version`;

const ADOPT = `
  INSERT INTO colophon_aspect
  SELECT e.id, i.aspect, i.version, i.sequence, i.internal, i.written::timestamp, i.run_id, i.observed
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bigint[])
    AS i (urn, aspect, version, sequence, internal, written, run_id, observed)
  JOIN colophon_entity e ON e.urn = i.urn
  ON CONFLICT (entity_id, aspect, version) DO UPDATE SET sequence = excluded.sequence,
    internal = excluded.internal, createdon = excluded.createdon, run_id = excluded.run_id,
    last_observed = excluded.last_observed`;

const LIVE_GENERATIONS = `SELECT property_urn, max(generation) AS generation FROM colophon_property_generation
  WHERE ended IS NULL GROUP BY property_urn`;

/** A parsed row of DataHub's table. */
interface DataHubRow {
  readonly urn: Urn;
  readonly aspectName: string;
  readonly version: number;
  readonly metadata: string;
  readonly systemMetadata: SystemMetadata;
  readonly created: AuditStamp;
  /** `createdon` as text, to the microsecond. */
  readonly written: string;
  readonly isOfKnownEntity: boolean;
  readonly internal: RowInternal;
}

/** Adopts every unknown version of these aspects as one commit. Malformed rows are skipped and counted. */
export async function adoptAspects(
  transaction: WriteTransaction,
  aspects: readonly AspectToAdopt[],
  stamp: AuditStamp,
): Promise<AdoptedRows> {
  const keys = columnsOf(
    aspects.map(({ urn, aspectName }) => [urn, aspectName]),
    2,
  );
  const stored = await transaction.query(VERSIONS, keys);
  const rows = stored.flatMap((row) => toDataHubRow(row) ?? []);
  const skipped = stored.length - rows.length;
  if (rows.length === 0) return { rows: 0, skipped };
  const sequence = transaction.given.sequence + 1;
  const generations = await liveGenerations(transaction);
  await adoptEntities(transaction, rows, sequence);
  for (const { urn, aspectName, version, metadata } of rows) {
    if (aspectName !== STRUCTURED_PROPERTY.definitionAspect || version !== 0) continue;
    // A live generation continues, with the definition's current name: DataHub may have deleted and redefined it.
    const generation = generations.get(urn) ?? sequence;
    const record = newGeneration({ propertyUrn: urn, generation }, parseDefinition(objectIn(metadata)));
    await writeGeneration(transaction, { kind: 'beginGeneration', record });
    generations.set(urn, generation);
  }
  await transaction.query(
    ADOPT,
    columnsOf(
      rows.map((row) => toColumns(row, sequence, generations)),
      8,
    ),
  );
  const latest = rows.filter(({ version }) => version === 0);
  const entries = latest.map(({ urn, aspectName }): LogEntry => ({ urn, aspectName, changeType: 'UPSERT' }));
  await logCommits(transaction, [{ sequence, created: stamp, entries, origin: undefined }]);
  return { rows: rows.length, skipped };
}

async function liveGenerations(database: Queryable): Promise<Map<string, Generation>> {
  const rows = await database.query(LIVE_GENERATIONS);
  return new Map(rows.map((row) => [text(row, 'property_urn'), integer(row, 'generation')]));
}

/** Creates unknown entities, with the stamp of their oldest row. */
async function adoptEntities(
  transaction: WriteTransaction,
  rows: readonly DataHubRow[],
  sequence: number,
): Promise<void> {
  const unknown = new Map<Urn, DataHubRow>();
  for (const row of rows) {
    if (!row.isOfKnownEntity && !unknown.has(row.urn)) unknown.set(row.urn, row);
  }
  if (unknown.size === 0) return;
  await createEntities(
    transaction,
    [...unknown.values()].map(({ urn, created, systemMetadata }) => ({
      commit: 0,
      write: { kind: 'createEntity', entity: { urn, created, systemMetadata } },
    })),
    [{ sequence }],
  );
}

function toColumns(
  row: DataHubRow,
  sequence: number,
  generations: ReadonlyMap<string, Generation>,
): (string | number | null)[] {
  const { urn, aspectName, version, systemMetadata, written } = row;
  const internal = internalOf(row, generations);
  const kept = internal === undefined ? null : JSON.stringify(internal);
  // Only latest versions belong to a run.
  const run = version === 0 ? [runKey(systemMetadata), systemMetadata.lastObserved] : [null, null];
  return [urn, aspectName, version, sequence, kept, written, ...run];
}

/** Internal state of a row: the generation of a definition, or the generations of assignments. */
function internalOf(
  { urn, aspectName, metadata, internal }: DataHubRow,
  generations: ReadonlyMap<string, Generation>,
): RowInternal | undefined {
  if (aspectName === STRUCTURED_PROPERTY.definitionAspect) {
    const { version } = parseDefinition(objectIn(metadata));
    const generation = generations.get(urn);
    return {
      ...(version !== undefined && { highestVersion: version }),
      ...(generation !== undefined && { generation }),
      ...internal,
    };
  }
  if (aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return undefined;
  const { properties } = objectIn(metadata);
  const assigned = (Array.isArray(properties) ? properties : []).flatMap((assignment) => {
    const propertyUrn = isJsonObject(assignment) ? assignment['propertyUrn'] : undefined;
    // A property without a definition has no live generation; 0 is never live.
    return typeof propertyUrn === 'string' ? [[propertyUrn, generations.get(propertyUrn) ?? 0] as const] : [];
  });
  return { assignments: Object.fromEntries(assigned) };
}

/** Undefined when the urn or the actor is not a valid urn. */
function toDataHubRow(row: SqlRow): DataHubRow | undefined {
  const [urn, actor] = [text(row, 'urn'), text(row, 'createdby')];
  if (!isUrn(urn) || !isUrn(actor)) return undefined;
  const system = row['systemmetadata'];
  const internal = row['internal'];
  return {
    urn,
    aspectName: text(row, 'aspect'),
    version: integer(row, 'version'),
    metadata: text(row, 'metadata'),
    systemMetadata: { ...UNKNOWN_WRITE.systemMetadata, ...(typeof system === 'string' && objectIn(system)) },
    created: { time: integer(row, 'createdon'), actor },
    written: text(row, 'written'),
    isOfKnownEntity: row['id'] !== null,
    internal: typeof internal === 'string' ? objectIn(internal) : {},
  };
}

/** Parses a JSON object; returns an empty one for anything else. */
function objectIn(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
