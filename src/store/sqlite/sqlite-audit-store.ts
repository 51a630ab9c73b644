import type { AuditStore } from '../audit-store.ts';
import type { AuditReader } from './audit-reader.ts';
import { toAuditRow } from '../rows/audit-rows.ts';
import { unloggedBatch, type WriteOperation } from './writer/write-operations.ts';
import type { Writer } from './writer/writer.ts';

/** The audit log in the catalog's database, written by its writer. */
export function createAuditStore(reader: AuditReader, writer: Writer): AuditStore {
  const write = (operations: readonly WriteOperation[]): Promise<{ readonly rows: number }> =>
    writer.write(unloggedBatch(operations));
  return {
    append: async (events) => {
      if (events.length > 0) await write(events.map((event) => ['appendAudit', toAuditRow(event)]));
    },
    newest: (selection) => Promise.resolve(reader.newest(selection)),
    purge: async (retention) => (await write([['purgeAudit', retention]])).rows,
  };
}
