import type { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../errors.ts';
import { ENTITY_ROW, type DamageStep, type DamagedRow } from '../../damage.ts';
import { integer, text, urnOf, type SqlRow } from '../../rows/stored-rows.ts';
import { CommitMetadata } from '../implied/commit-metadata.ts';
import { RowReader } from '../row-reader.ts';
import { pointPart, problemOf } from './intact-row.ts';
import { RowPages } from './row-pages.ts';
import type { CheckedTable } from './row-sums.ts';

/** Entities examined together. */
const RANGE = 100;

/** Greater than every urn. */
const LAST = 'urn;';

/** Examines every row with a checksum, and reads those without. */
export function* scanRows(database: DatabaseSync): Generator<DamageStep> {
  const scan = new RowScan(database);
  const last = scan.lastEntityId();
  for (let after = 0; after < last; after += RANGE) {
    const upTo = Math.min(after + RANGE, last);
    for (const table of ['entity', 'aspect', 'point'] as const)
      for (const rows of scan.examine(table, after, upTo)) yield { rows, entities: 0 };
    yield { rows: [], entities: upTo - after };
  }
  for (const rows of scan.deleted()) yield { rows, entities: 0 };
}

class RowScan {
  readonly #rows: RowReader;
  readonly #pages: RowPages;
  readonly #commits: CommitMetadata;
  readonly #unreadable = new Set<number>();

  constructor(database: DatabaseSync) {
    this.#rows = new RowReader(database);
    this.#pages = new RowPages(database);
    this.#commits = new CommitMetadata(database);
  }

  lastEntityId(): number {
    return this.#rows.lastEntityId();
  }

  /** A range that SQLite cannot read is halved until the entity is found. */
  *examine(table: CheckedTable, after: number, upTo: number): Generator<readonly DamagedRow[]> {
    let begun = after;
    try {
      for (const rows of this.#pages.pages(table, after, upTo)) {
        yield rows.flatMap((row) => damageIn(this.#commits, table, row));
        // The entity of the last row may have more rows.
        begun = Number(rows.at(-1)?.[table === 'entity' ? 'id' : 'entity_id']) - 1;
      }
    } catch (error) {
      if (upTo - begun <= 1) {
        yield this.#unreadableEntity(upTo, messageOf(error));
        return;
      }
      const middle = begun + Math.floor((upTo - begun) / 2);
      yield* this.examine(table, begun, middle);
      yield* this.examine(table, middle, upTo);
    }
  }

  /** Rows of deleted aspects, up to the first that SQLite cannot read; the check of the file reports the rest. */
  *deleted(): Generator<readonly DamagedRow[]> {
    const pages = this.#pages.pages('deleted_aspect', '', LAST);
    for (let rows = nextOf(pages); rows !== undefined; rows = nextOf(pages))
      yield rows.flatMap((row) => damageIn(this.#commits, 'deleted_aspect', row));
  }

  /** The entity as a whole, under its urn if readable; reported once. */
  #unreadableEntity(entityId: number, problem: string): readonly DamagedRow[] {
    const urn = this.#unreadable.has(entityId) ? undefined : this.#rows.urnOfEntity(entityId);
    this.#unreadable.add(entityId);
    return urn === undefined ? [] : [{ urn, aspectName: 'any aspect', version: 0, problem }];
  }
}

function nextOf(pages: Generator<readonly SqlRow[], void>): readonly SqlRow[] | undefined {
  try {
    const { done, value } = pages.next();
    return done === true ? undefined : value;
  } catch {
    return undefined;
  }
}

function damageIn(commits: CommitMetadata, table: CheckedTable, row: SqlRow): readonly DamagedRow[] {
  const problem = problemOf(commits, table, row);
  if (problem === undefined) return [];
  const key = { urn: urnOf(row), aspectName: table === 'entity' ? ENTITY_ROW : text(row, 'aspect') };
  switch (table) {
    case 'entity':
      return [{ ...key, version: 0, problem }];
    case 'aspect':
      return [{ ...key, version: integer(row, 'version'), problem }];
    case 'point':
      return [{ ...key, ...pointPart(row), problem }];
    case 'deleted_aspect':
      return [{ ...key, version: integer(row, 'version'), deletedIn: integer(row, 'deleted'), problem }];
  }
}
