import { crc32 } from 'node:zlib';
import type { SqlRow } from '../rows/stored-rows.ts';

/** The content of an aspect row besides its key. */
export interface RowContent {
  readonly metadata: string;
  readonly systemMetadata: string;
  readonly createdOn: number;
  readonly createdBy: string;
  readonly sequence: number;
  readonly internal: string | null;
}

/** Prefix of system metadata in the checksum, to distinguish it from the same text elsewhere. */
const SYSTEM = 1;

/** Checksum of a row: valid until something other than its version changes, or its system metadata by `touchedSum`. */
export function rowSum(entityId: number, aspectName: string, row: RowContent): number {
  const { createdBy, createdOn, internal, metadata, sequence, systemMetadata } = row;
  const head = `${entityId}\n${aspectName}\n${createdOn}\n${createdBy}\n${sequence}\n${internal ?? ''}\n`;
  return (crc32(metadata, crc32(head)) ^ crc32(systemMetadata, SYSTEM)) >>> 0;
}

/**
 * Checksum after the system metadata was replaced; null if the row has none. Computed from the checksum, not from the row:
 * damage of any part stays visible.
 */
export function touchedSum(sum: number | null, before: string, after: string): number | null {
  return sum === null ? null : (sum ^ crc32(before, SYSTEM) ^ crc32(after, SYSTEM)) >>> 0;
}

/**
 * Whether the row is unchanged since it was written. A row of an earlier Colophon version, without a checksum, counts
 * as valid.
 */
export function isIntact(entityId: number, aspectName: string, row: SqlRow): boolean {
  const { checksum, createdby, createdon, internal, metadata, sequence, systemmetadata } = row;
  if (checksum === null) return true;
  if (typeof metadata !== 'string' || typeof systemmetadata !== 'string') return false;
  if (typeof createdby !== 'string' || typeof createdon !== 'number' || typeof sequence !== 'number')
    return false;
  if (internal !== null && typeof internal !== 'string') return false;
  const content = { metadata, systemMetadata: systemmetadata, createdOn: createdon, createdBy: createdby };
  return checksum === rowSum(entityId, aspectName, { ...content, sequence, internal });
}
