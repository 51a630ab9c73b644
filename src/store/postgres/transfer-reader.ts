import { TRANSFER_TABLES } from '../transfer.ts';
import type { TransferCell, TransferPage, TransferReader, TransferTable } from '../transfer.ts';
import { integer } from '../stored-rows.ts';
import type { SqlRow } from '../stored-rows.ts';
import type { Queryable } from './connection.ts';
import { ASPECT_COLUMNS, ENTITY_ROWS } from './row-columns.ts';

/** Where the rows of a table come from, and the columns by which they are ordered and told apart. */
interface TableSource {
  readonly select: string;
  /** Expressions, as an index has them, with the names that the row gives them. */
  readonly key: Readonly<Record<string, string>>;
}

const POINT_KEY = { entity_id: 'entity_id', aspect: 'aspect', timestamp: 'timestamp' };

const SOURCES: Readonly<Record<TransferTable, TableSource>> = {
  entity: { select: '* FROM colophon_entity', key: { id: 'id' } },
  aspect: {
    select: `s.entity_id, s.version, ${ASPECT_COLUMNS} FROM ${ENTITY_ROWS}`,
    key: { entity_id: 's.entity_id', aspect: 's.aspect', version: 's.version' },
  },
  point: {
    select: '*, md5(point_key) AS key_hash FROM colophon_point',
    key: { ...POINT_KEY, key_hash: 'md5(point_key)' },
  },
  change_log: { select: '* FROM colophon_change_log', key: { sequence: 'sequence' } },
  property_generation: {
    select: '* FROM colophon_property_generation',
    key: { property_urn: 'property_urn', generation: 'generation' },
  },
  audit_event: { select: '* FROM colophon_audit_event', key: { id: 'id' } },
  audit_entity: {
    select: '* FROM colophon_audit_entity',
    key: { urn_hash: 'urn_hash', time: 'time', event_id: 'event_id' },
  },
};

/** Reads all rows of a database, in pages. */
export class PostgresTransferReader implements TransferReader {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async count(table: TransferTable): Promise<number> {
    const [row = {}] = await this.#database.query(`SELECT count(*) AS count FROM colophon_${table}`);
    return integer(row, 'count');
  }

  async read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage> {
    const { key, select } = SOURCES[table];
    const columns = Object.values(key).join(', ');
    const place = from === undefined ? [] : placeOf(from);
    const after =
      place.length > 0 ? `WHERE (${columns}) > (${place.map((_, i) => `$${i + 2}`).join(', ')})` : '';
    const rows = await this.#database.query(`SELECT ${select} ${after} ORDER BY ${columns} LIMIT $1`, [
      limit,
      ...place,
    ]);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      rows: rows.map((row) => TRANSFER_TABLES[table].map((name) => cellOf(row, name))),
      next: last && JSON.stringify(Object.keys(key).map((name) => cellOf(last, name))),
    };
  }
}

function placeOf(text: string): readonly unknown[] {
  const place: unknown = JSON.parse(text);
  if (!Array.isArray(place)) throw new Error(`A transfer cannot go on from ${text}.`);
  return place;
}

function cellOf(row: SqlRow, name: string): TransferCell {
  const value = row[name];
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`The store holds a value in column ${name} that is neither text nor number.`);
}
