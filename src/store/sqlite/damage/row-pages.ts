import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlRow } from '../../rows/stored-rows.ts';
import type { CheckedTable } from './row-sums.ts';

/** A part of the key of a row. */
export type KeyPart = string | number;

/** Rows read at once. */
const PAGE = 200;

/** Key columns by table. The first part identifies the entity: its number, or the urn of a deleted one. */
export const KEYS: Readonly<Record<CheckedTable, readonly string[]>> = {
  entity: ['id'],
  aspect: ['entity_id', 'aspect_id', 'version'],
  point: ['entity_id', 'aspect_id', 'timestamp', 'point_key'],
  deleted_aspect: ['urn', 'deleted', 'aspect_id', 'version'],
};

const NAME = 'JOIN aspect_name n ON n.id = t.aspect_id';
const OWNER = 'JOIN entity e ON e.id = t.entity_id';

/** All columns of a row with `urn` and the aspect's name as `aspect`. */
const ROWS: Readonly<Record<CheckedTable, string>> = {
  entity: "t.*, '' AS aspect, NULL AS internal FROM entity t",
  aspect: `t.*, e.urn, n.name AS aspect FROM aspect t ${OWNER} ${NAME}`,
  point: `t.*, e.urn, n.name AS aspect, NULL AS internal FROM point t ${OWNER} ${NAME}`,
  deleted_aspect: `t.*, n.name AS aspect FROM deleted_aspect t ${NAME}`,
};

/** Reads all rows of the tables with checksums, in pages by key. */
export class RowPages {
  readonly #first: Readonly<Record<CheckedTable, StatementSync>>;
  readonly #next: Readonly<Record<CheckedTable, StatementSync>>;

  /** `condition` limits the rows, `t`. */
  constructor(database: DatabaseSync, condition = 'true') {
    const forEach = (after: (key: readonly string[]) => string) =>
      statements((table) => {
        const key = KEYS[table].map((name) => `t.${name}`);
        const [first] = key;
        return database.prepare(
          `SELECT ${ROWS[table]} WHERE ${after(key)} AND ${first} <= ? AND ${condition} ORDER BY ${key.join(', ')} LIMIT ${PAGE}`,
        );
      });
    this.#first = forEach(([first]) => `${first} > ?`);
    this.#next = forEach((key) => `(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`);
  }

  /** Pages of the rows with the first part of their key in (`after`, `upTo`]. */
  *pages(table: CheckedTable, after: KeyPart, upTo: KeyPart): Generator<readonly SqlRow[], void> {
    let rows = this.#first[table].all(after, upTo);
    while (rows.length > 0) {
      yield rows;
      const last = rows.at(-1);
      if (rows.length < PAGE || last === undefined) return;
      rows = this.#next[table].all(...keyOf(table, last), upTo);
    }
  }
}

/** The key of a row of a table. */
export function keyOf(table: CheckedTable, row: SqlRow): KeyPart[] {
  return KEYS[table].map((name) => {
    const part = row[name];
    if (typeof part !== 'string' && typeof part !== 'number')
      throw new Error(`Column ${name} of the store contains no key.`);
    return part;
  });
}

/** A statement for each table. */
export function statements(
  prepare: (table: CheckedTable) => StatementSync,
): Readonly<Record<CheckedTable, StatementSync>> {
  return {
    entity: prepare('entity'),
    aspect: prepare('aspect'),
    point: prepare('point'),
    deleted_aspect: prepare('deleted_aspect'),
  };
}
