import {
  TRANSFER_TABLES,
  type TransferCell,
  type TransferPage,
  type TransferReader,
  type TransferTable,
} from '../../transfer/transfer.ts';
import { integer, type SqlRow } from '../../rows/stored-rows.ts';
import type { Queryable } from '../connection.ts';
import { ASPECT_COLUMNS } from '../row-columns.ts';

/** How to read the rows `s` of a table. */
interface TableSource {
  readonly columns: string;
  /** Unique sort key: expressions, as in an index, by column name of the result. */
  readonly key: Readonly<Record<string, string>>;
  readonly joined?: string;
  /** Condition that rows must meet to be read; absent: all rows. */
  readonly isThere?: string;
}

const SOURCES: Readonly<Record<TransferTable, TableSource>> = {
  entity: { columns: '*', key: { id: 's.id' } },
  aspect: {
    columns: `s.entity_id, s.version, ${ASPECT_COLUMNS}`,
    key: { entity_id: 's.entity_id', aspect: 's.aspect', version: 's.version' },
    joined: `LEFT JOIN colophon_entity e ON e.id = s.entity_id LEFT JOIN metadata_aspect_v2 a
      ON a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = s.version`,
    // DataHub may have deleted the row that this one extends.
    isThere: 'a.urn IS NOT NULL',
  },
  point: {
    columns: '*, md5(s.point_key) AS key_hash',
    key: {
      entity_id: 's.entity_id',
      aspect: 's.aspect',
      timestamp: 's.timestamp',
      key_hash: 'md5(s.point_key)',
    },
  },
  deleted_aspect: {
    columns: '*',
    key: { urn: 's.urn', deleted: 's.deleted', aspect: 's.aspect', version: 's.version' },
  },
  change_log: { columns: '*', key: { sequence: 's.sequence' } },
  property_generation: {
    columns: '*',
    key: { property_urn: 's.property_urn', generation: 's.generation' },
  },
  job: { columns: '*', key: { id: 's.id' } },
  audit_event: { columns: '*', key: { id: 's.id' } },
  audit_entity: {
    columns: '*',
    key: { urn_hash: 's.urn_hash', time: 's.time', event_id: 's.event_id' },
  },
};

/** Reads all rows of a database in pages, by key. */
export class PostgresTransferReader implements TransferReader {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async count(table: TransferTable): Promise<number> {
    const { isThere = 'true', joined = '' } = SOURCES[table];
    const [row = {}] = await this.#database.query(
      `SELECT count(*) AS count FROM colophon_${table} s ${joined} WHERE ${isThere}`,
    );
    return integer(row, 'count');
  }

  async read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage> {
    const { columns, isThere = 'true', joined = '', key } = SOURCES[table];
    const order = Object.values(key).join(', ');
    const place = from === undefined ? [] : placeOf(from);
    const after =
      place.length > 0 ? `WHERE (${order}) > (${place.map((_, i) => `$${i + 2}`).join(', ')})` : '';
    // The page is cut before the join: a planner that joins first scans all rows before the page.
    const page = `SELECT * FROM colophon_${table} s ${after} ORDER BY ${order} LIMIT $1`;
    const rows = await this.#database.query(
      `SELECT ${columns}, ${isThere} AS is_there FROM (${page}) s ${joined} ORDER BY ${order}`,
      [limit, ...place],
    );
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const there = rows.filter((row) => row['is_there'] === true);
    return {
      rows: there.map((row) => TRANSFER_TABLES[table].map((name) => cellOf(row, name))),
      next: last && JSON.stringify(Object.keys(key).map((name) => cellOf(last, name))),
    };
  }
}

function placeOf(text: string): readonly unknown[] {
  const place: unknown = JSON.parse(text);
  if (!Array.isArray(place)) throw new Error(`Invalid position of a transfer: ${text}`);
  return place;
}

function cellOf(row: SqlRow, name: string): TransferCell {
  const value = row[name];
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`Column ${name} of the store contains a value that is neither text nor number.`);
}
