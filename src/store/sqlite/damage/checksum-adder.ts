import type { DatabaseSync } from 'node:sqlite';
import type { ChecksumAdder } from '../../damage.ts';
import { unloggedBatch } from '../writer/write-operations.ts';
import type { Writer } from '../writer/writer.ts';
import { KEYS, statements, type KeyPart } from './row-pages.ts';
import type { CheckedTable } from './row-sums.ts';

/** Rows per transaction; more only if one entity has more. */
const RANGE = 500;

const TABLES: readonly CheckedTable[] = ['entity', 'aspect', 'point', 'deleted_aspect'];

/** Adds checksums through the writer, between other writes. */
export function createChecksumAdder(reading: DatabaseSync, writer: Writer): ChecksumAdder {
  const ends = statements((table) => {
    const [first] = KEYS[table];
    return reading.prepare(
      `SELECT ${first} AS place FROM ${table} WHERE ${first} > ? ORDER BY ${first} LIMIT 1 OFFSET ${RANGE}`,
    );
  });
  const endOf = (table: CheckedTable, after: KeyPart): KeyPart | undefined => {
    const place = ends[table].get(after)?.['place'];
    return typeof place === 'string' || typeof place === 'number' ? place : undefined;
  };
  return {
    add: async (place) => {
      const table = TABLES.find((name) => name === (place?.table ?? 'entity')) ?? 'entity';
      const after = place?.after ?? beginningOf(table);
      const end = endOf(table, after);
      const upTo = end ?? (table === 'deleted_aspect' ? 'urn;' : Number.MAX_SAFE_INTEGER);
      const { rows } = await writer.write(unloggedBatch([['addChecksums', table, after, upTo]]));
      if (end !== undefined) return { added: rows, next: { table, after: end } };
      const next = TABLES[TABLES.indexOf(table) + 1];
      return { added: rows, next: next && { table: next, after: beginningOf(next) } };
    },
  };
}

function beginningOf(table: CheckedTable): KeyPart {
  return table === 'deleted_aspect' ? '' : 0;
}
