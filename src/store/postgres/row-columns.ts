import { DEFAULT_RUN_ID, UNKNOWN_WRITE, type SystemMetadata } from '../../model/aspect.ts';

/** System metadata of DataHub's oldest rows, which have none. */
const NO_METADATA = JSON.stringify(UNKNOWN_WRITE.systemMetadata);

/** Column `createdon` of DataHub's table `a`, a UTC timestamp without time zone, as epoch ms. */
export const EPOCH_MS = 'trunc(extract(epoch FROM a.createdon)::numeric * 1000)::bigint';

/** Converts a parameter or column of epoch ms to a timestamp of DataHub's table. */
export function timestampOf(milliseconds: string): string {
  return `(timestamp 'epoch' + ${milliseconds} * interval '1 millisecond')`;
}

/** Columns of an aspect: of DataHub's table `a` and of `colophon_aspect s` beside it. */
export const ASPECT_COLUMNS = `s.aspect, a.metadata, coalesce(a.systemmetadata, '${NO_METADATA}') AS systemmetadata,
  ${EPOCH_MS} AS createdon, a.createdby, s.sequence, s.internal`;

/**
 * Entities `e` joined with their aspects. The collation is only cast to use the index; equality is the same in
 * both.
 */
export const ENTITY_ROWS = `colophon_entity e
  JOIN colophon_aspect s ON s.entity_id = e.id
  JOIN metadata_aspect_v2 a ON a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = s.version`;

/**
 * Run ids are truncated to this length, because an index entry has a maximum size and a write must not fail because of
 * it.
 */
const LONGEST_RUN_ID = 1_000;

/** A qualified name in the form stored with generations: a JSON string may contain NUL, a text column may not. */
export function storedName(qualifiedName: string): string {
  return qualifiedName.replaceAll('\0', '\uFFFD');
}

/** Lookup key of a run: `runText` of its id, null for writes without a run id. */
export function runKey({ runId }: Pick<SystemMetadata, 'runId'>): string | null {
  return runId === DEFAULT_RUN_ID ? null : runText(runId);
}

/** A run id in a form that PostgreSQL can store and index: at most 1,000 UTF-16 units, well-formed and without NUL. */
export function runText(runId: string): string {
  return runId.slice(0, LONGEST_RUN_ID).toWellFormed().replaceAll('\0', '\uFFFD');
}
