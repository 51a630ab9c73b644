import { parseUrn } from '../../model/urn.ts';
import type { VersionTrimmer } from '../version-trim.ts';
import type { RowReader } from './row-reader.ts';
import type { Writer } from './writer/writer.ts';

/** Entity numbers per transaction. */
const RANGE = 1_000;
const NOBODY = parseUrn('urn:li:corpuser:__datahub_system');

/** Drops former versions through the writer, between other writes. */
export function createVersionTrimmer(rows: RowReader, writer: Writer): VersionTrimmer {
  return {
    trim: async ({ after, now, urn = null, aspectName = null }) => {
      const upTo = urn === null ? after + RANGE : rows.lastEntityId();
      const removed = await writer.write({
        sequence: 0,
        createdOn: now,
        createdBy: NOBODY,
        entries: undefined,
        operations: [['trimVersions', after, upTo, urn, aspectName, now]],
      });
      return { removed: removed.rows, walkedTo: upTo, isDone: upTo >= rows.lastEntityId() };
    },
  };
}
