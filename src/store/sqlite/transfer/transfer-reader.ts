import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { text, type SqlRow } from '../../rows/stored-rows.ts';
import { BY_COMMIT, CommitMetadata } from '../implied/commit-metadata.ts';
import { wholeInternal } from '../implied/implied-assignments.ts';
import type { RowKind } from '../implied/implied-metadata.ts';
import {
  TRANSFER_TABLES,
  type TransferCell,
  type TransferPage,
  type TransferReader,
  type TransferRow,
  type TransferTable,
} from '../../transfer/transfer.ts';

/** FROM clause of a table and its unique sort key. */
interface TableSource {
  readonly from: string;
  readonly key: readonly string[];
}

/** Tables with rows whose commit may imply who wrote them. */
const WRITTEN: Readonly<Partial<Record<TransferTable, RowKind>>> = {
  entity: 'entity',
  aspect: 'aspect',
  deleted_aspect: 'aspect',
};

const ASPECT_NAME = 'JOIN aspect_name n ON n.id = t.aspect_id';

const SOURCES: Readonly<Record<TransferTable, TableSource>> = {
  entity: { from: 'entity t', key: ['t.id'] },
  aspect: { from: `aspect t ${ASPECT_NAME}`, key: ['t.entity_id', 't.aspect_id', 't.version'] },
  point: {
    from: `point t ${ASPECT_NAME}`,
    key: ['t.entity_id', 't.aspect_id', 't.timestamp', 't.point_key'],
  },
  deleted_aspect: {
    from: `deleted_aspect t ${ASPECT_NAME}`,
    key: ['t.urn', 't.deleted', 't.aspect_id', 't.version'],
  },
  change_log: { from: 'change_log t', key: ['t.sequence'] },
  property_generation: { from: 'property_generation t', key: ['t.property_urn', 't.generation'] },
  job: { from: 'job t', key: ['t.id'] },
  audit_event: { from: 'audit_event t', key: ['t.id'] },
  audit_entity: { from: 'audit_entity t', key: ['t.urn_hash', 't.time', 't.event_id'] },
};

/** Reads all rows of a database in pages, by key. */
export class SqliteTransferReader implements TransferReader {
  readonly #database: DatabaseSync;
  readonly #commits: CommitMetadata;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#commits = new CommitMetadata(database);
  }

  count(table: TransferTable): Promise<number> {
    const row = this.#statement(`SELECT count(*) FROM ${table}`).get() ?? {};
    return Promise.resolve(Number(Object.values(row)[0]));
  }

  read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage> {
    const { key } = SOURCES[table];
    const after = from === undefined ? [] : placeOf(from);
    const rows = this.#statement(pageQuery(table, from !== undefined)).all(...after, limit);
    const kind = WRITTEN[table];
    const cells = rows.map((row) =>
      Object.values(kind === undefined ? row : this.#whole(kind, row)).map(cellOf),
    );
    const last = cells.length === limit ? cells.at(-1) : undefined;
    const { length } = TRANSFER_TABLES[table];
    return Promise.resolve({
      rows: cells.map((row): TransferRow => row.slice(0, length)),
      next: last && JSON.stringify(last.slice(length, length + key.length)),
    });
  }

  /** The row with its own author, system metadata and internal state, also if its commit or its value imply them. */
  #whole(kind: RowKind, row: SqlRow): SqlRow {
    const { internal } = row;
    const whole =
      typeof internal === 'string'
        ? { ...row, internal: wholeInternal(internal, text(row, 'metadata')) }
        : row;
    if (row['createdby'] !== BY_COMMIT) return whole;
    const { created, systemMetadata } = this.#commits.writtenIn(kind, row);
    return { ...whole, createdby: created.actor, systemmetadata: JSON.stringify(systemMetadata) };
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** Selects the columns of the table, followed by those of its key. */
function pageQuery(table: TransferTable, isContinued: boolean): string {
  const { from, key } = SOURCES[table];
  const columns = TRANSFER_TABLES[table].map((name) =>
    name === 'aspect' ? 'n.name AS aspect' : `t.${name}`,
  );
  const selected = [...columns, ...key.map((column, place) => `${column} AS key${place}`)];
  const after = isContinued ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : '';
  return `SELECT ${selected.join(', ')} FROM ${from} ${after} ORDER BY ${key.join(', ')} LIMIT ?`;
}

function placeOf(text: string): TransferCell[] {
  const place: unknown = JSON.parse(text);
  if (!Array.isArray(place)) throw new Error(`Invalid position of a transfer: ${text}`);
  return place.map(cellOf);
}

function cellOf(value: unknown): TransferCell {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`The store contains a value that is neither text nor number: ${typeof value}.`);
}
