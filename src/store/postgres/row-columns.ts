import { DEFAULT_RUN_ID, UNTOLD_WRITE } from '../../model/aspect.ts';
import type { SystemMetadata } from '../../model/aspect.ts';

/** What DataHub left out when it made its first rows. */
const NO_METADATA = JSON.stringify(UNTOLD_WRITE.systemMetadata);

/** A column `createdon` of DataHub's table, UTC without saying so, as epoch ms. */
export const EPOCH_MS = 'trunc(extract(epoch FROM a.createdon)::numeric * 1000)::bigint';

/** A parameter or column of epoch ms as a time of DataHub's table. */
export function timestampOf(milliseconds: string): string {
  return `(timestamp 'epoch' + ${milliseconds} * interval '1 millisecond')`;
}

/** The columns of an aspect: of DataHub's table `a`, and of `s` beside it. */
export const ASPECT_COLUMNS = `s.aspect, a.metadata, coalesce(a.systemmetadata, '${NO_METADATA}') AS systemmetadata,
  ${EPOCH_MS} AS createdon, a.createdby, s.sequence, s.internal`;

/** Entities `e` with their rows; a condition on `s` may follow. Equal texts are equal in any collation. */
export const ENTITY_ROWS = `colophon_entity e
  JOIN colophon_aspect s ON s.entity_id = e.id
  JOIN metadata_aspect_v2 a ON a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = s.version`;

/** Longer names than an index takes are cut: nobody writes one, and a write must not fail because of it. */
const LONGEST_RUN_ID = 1_000;

/** What a run is looked up by: its id as PostgreSQL can store it, null when a write named none. */
export function runKey({ runId }: Pick<SystemMetadata, 'runId'>): string | null {
  return runId === DEFAULT_RUN_ID ? null : runText(runId);
}

/** The id of a run as a text that PostgreSQL takes. */
export function runText(runId: string): string {
  return runId.slice(0, LONGEST_RUN_ID).toWellFormed().replaceAll('\0', '\uFFFD');
}
