import { parseUrn } from '../../model/urn.ts';
import type { AuditStore } from '../audit-store.ts';
import type { AuditReader } from './audit-reader.ts';
import { toAuditRow } from '../audit-rows.ts';
import type { WriteBatch, WriteOperation } from './write-operations.ts';
import type { Writer } from './writer.ts';

/** The audit log beside the metadata, in the same file and through the same writer. */
export function createAuditStore(reader: AuditReader, writer: Writer): AuditStore {
  const write = (operations: readonly WriteOperation[]): Promise<{ readonly rows: number }> =>
    writer.write(batchOf(operations));
  return {
    append: async (events) => {
      if (events.length > 0) await write(events.map((event) => ['appendAudit', toAuditRow(event)]));
    },
    newest: (selection) => Promise.resolve(reader.newest(selection)),
    purge: async (retention) => (await write([['purgeAudit', retention]])).rows,
  };
}

const NOBODY = parseUrn('urn:li:corpuser:__datahub_system');

/** Writes of the audit log use no sequence and leave no entry in the change log. */
function batchOf(operations: readonly WriteOperation[]): WriteBatch {
  return { sequence: 0, operations, createdOn: 0, createdBy: NOBODY, entries: undefined };
}
