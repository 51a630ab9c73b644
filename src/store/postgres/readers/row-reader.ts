import type { Aspect, AspectKey } from '../../../model/aspect.ts';
import type { PropertyGeneration } from '../../../model/properties/property-generation.ts';
import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import type { AspectRow, EntityRows, FormerVersion } from '../../entity-rows.ts';
import type { Commit } from '../../metadata-store.ts';
import { ReadTooLargeError } from '../../read-limit.ts';
import type { PointWindow } from '../../point-scan.ts';
import {
  integer,
  stampOf,
  text,
  toAspectRow,
  toCommit,
  toEntity,
  toGeneration,
  toCreatedEntity,
  urnOf,
  type SqlRow,
} from '../../rows/stored-rows.ts';
import { columnUrnsOf } from '../../../model/relationships/column-holder.ts';
import type { CreatedEntity } from '../../system-reader.ts';
import type { UrnPage, UrnRequest } from '../../urn-page.ts';
import { endOfPrefix } from '../../rows/prefix-end.ts';
import type { WrittenAspect, WrittenKey } from '../../written-aspect.ts';
import { binaryColumns } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import type { LogEnd } from '../log-end.ts';
import { ASPECT_COLUMNS, ENTITY_ROWS, storedName } from '../row-columns.ts';
import { rangeOfType } from '../urn-range.ts';
import { MOST, fittingAmong, isLeftOut, isOver, limitedColumns, limitedPoint } from './limited-columns.ts';
import { readWritten } from './read-written.ts';

/** Entities of a range of numbers, and the number up to which the range was read. */
export interface EntityRange {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  readonly end: number;
}

/** An aspect to read; without `aspectName`, only its entity. */
export interface Wanted {
  readonly urn: Urn;
  readonly aspectName: string | undefined;
}

/** The rows found, and the aspects whose rows exceeded the size. */
export interface WantedRows {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  readonly leftOut: readonly AspectKey[];
}

// Entity columns are renamed, because aspect columns have the same names.
const ENTITY_COLUMNS = `e.urn, e.createdon AS entity_createdon, e.createdby AS entity_createdby,
  e.systemmetadata AS entity_systemmetadata, e.createdin`;
/**
 * Entities with the latest rows that match a condition on `s`; entities without such rows are kept. OFFSET forces index
 * look-ups: PostgreSQL would otherwise join whole tables, which it estimates cheaper than some thousand look-ups.
 */
const outer = (condition: string, entities = 'colophon_entity e'): string => `${entities}
  LEFT JOIN LATERAL (
    SELECT * FROM colophon_aspect s WHERE s.entity_id = e.id AND s.version = 0 AND ${condition} OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT * FROM metadata_aspect_v2 a
    WHERE a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = 0 OFFSET 0) a ON true`;

const WANTED = `unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (urn, aspects, nth)
  CROSS JOIN LATERAL (SELECT * FROM colophon_entity e WHERE e.urn = w.urn OFFSET 0) e`;

/** Reads rows, one statement per call, and converts them to domain values. Ignores scopes. */
export class RowReader {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /**
   * Existing entities with their latest rows of the named aspects, or of all; in no particular order. Throws
   * ReadTooLargeError beyond `most` characters.
   */
  async entities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    most?: number,
  ): Promise<Map<Urn, EntityRows>> {
    if (urns.length === 0) return new Map();
    const from = outer('($2::text[] IS NULL OR s.aspect = ANY ($2))');
    const named = [urns, aspectNames ?? null];
    if (most === undefined) {
      const rows = await this.#database.query(
        `SELECT ${ENTITY_COLUMNS}, ${ASPECT_COLUMNS} FROM ${from} WHERE e.urn = ANY ($1::text[])`,
        named,
      );
      return toEntities(rows);
    }
    const rows = await this.#database.query(
      `SELECT ${ENTITY_COLUMNS}, ${limitedColumns('', 3)} FROM ${from} WHERE e.urn = ANY ($1::text[])`,
      [...named, most],
    );
    if (isOver(rows)) {
      const sizes = await this.#database.query(
        `SELECT e.urn, a.metadata IS NULL AS is_none, octet_length(a.metadata)::bigint AS size FROM ${from}
         WHERE e.urn = ANY ($1::text[])`,
        named,
      );
      throw new ReadTooLargeError(most, fittingAmong(urns, sizes, most));
    }
    return toEntities(rows);
  }

  /**
   * Existing entities with the requested latest rows of each, in no particular order. Rows with which the values exceed
   * `most` bytes are omitted, in the order of the entities, but not the first one.
   */
  async wanted(wanted: readonly Wanted[], most: number): Promise<WantedRows> {
    if (wanted.length === 0) return { entities: new Map(), leftOut: [] };
    const byUrn = new Map<Urn, string>();
    // Names of aspects have no spaces.
    for (const { urn, aspectName = '' } of wanted) byUrn.set(urn, `${byUrn.get(urn) ?? ''} ${aspectName}`);
    const parameters = binaryColumns([...byUrn], ['text', 'text']);
    const from = outer("s.aspect = ANY (string_to_array(w.aspects, ' '))", WANTED);
    // A single value is never omitted, and needs no sizes.
    const rows =
      wanted.length === 1
        ? await this.#database.query(`SELECT ${ENTITY_COLUMNS}, ${ASPECT_COLUMNS} FROM ${from}`, parameters)
        : await this.#database.query(
            `SELECT ${ENTITY_COLUMNS}, ${limitedColumns('ORDER BY w.nth', 3)} FROM ${from}`,
            [...parameters, most],
          );
    const leftOut = rows
      .filter(isLeftOut)
      .map((row) => ({ urn: urnOf(row), aspectName: text(row, 'aspect') }));
    return { entities: toEntities(rows), leftOut };
  }

  /**
   * Entities with numbers in (`after`, `end`], by number, with their latest rows. `end` is `upTo`, or ends before the first
   * entity with which the values exceed `most` characters, unless it is the first.
   */
  async entitiesBetween(after: number, upTo: number, most = MOST): Promise<EntityRange> {
    const rows = await this.#database.query(
      `SELECT e.id AS place, ${ENTITY_COLUMNS}, ${limitedColumns('ORDER BY e.id', 3)} FROM ${outer('true')}
       WHERE e.id > $1 AND e.id <= $2 ORDER BY e.id`,
      [after, upTo, most],
    );
    const over = rows.find(isLeftOut);
    if (over === undefined) return { entities: toEntities(rows), end: upTo };
    const fitting = rows.filter((row) => integer(row, 'place') < integer(over, 'place'));
    const end = fitting.at(-1);
    if (end === undefined) return this.entitiesBetween(after, integer(over, 'place'));
    return { entities: toEntities(fitting), end: integer(end, 'place') };
  }

  async version({ urn, aspectName }: AspectKey, version: number): Promise<AspectRow | undefined> {
    const [row] = await this.#database.query(
      `SELECT ${ASPECT_COLUMNS} FROM ${ENTITY_ROWS} WHERE e.urn = $1 AND s.aspect = $2 AND s.version = $3`,
      [urn, aspectName, version],
    );
    return row && toAspectRow(urn, aspectName, row);
  }

  /** Former versions of an aspect, newest first. */
  async former({ urn, aspectName }: AspectKey, most = MOST): Promise<FormerVersion[]> {
    const rows = await this.#database.query(
      `SELECT s.version, ${limitedColumns('ORDER BY s.version DESC', 3)} FROM ${ENTITY_ROWS}
       WHERE e.urn = $1 AND s.aspect = $2 AND s.version > 0 ORDER BY s.version DESC`,
      [urn, aspectName, most],
    );
    if (isOver(rows)) throw new ReadTooLargeError(most, 0);
    return rows.map((row) => ({
      version: integer(row, 'version'),
      row: toAspectRow(urn, aspectName, row),
    }));
  }

  /** Sequences of up to `limit` kept versions of an entity, without those of aspects named `without`. */
  async versionSequences(urn: Urn, without: readonly string[], limit: number): Promise<Sequence[]> {
    const rows = await this.#database.query(
      `SELECT s.sequence FROM colophon_entity e JOIN colophon_aspect s ON s.entity_id = e.id
       WHERE e.urn = $1 AND s.aspect <> ALL ($2::text[]) ORDER BY s.aspect, s.version LIMIT $3`,
      [urn, without, limit],
    );
    return rows.map((row) => integer(row, 'sequence'));
  }

  /** What commits wrote to aspects, in the order of the keys; ends early beyond `most` characters. */
  written(keys: readonly WrittenKey[], most = MOST): Promise<readonly WrittenAspect[]> {
    return readWritten(this.#database, keys, most);
  }

  /** Latest rows of one aspect of all entities of a type, by urn. */
  async latestOfType(entityType: string, aspectName: string): Promise<AspectRow[]> {
    const rows = await this.#database.query(
      `SELECT e.urn, ${ASPECT_COLUMNS} FROM ${ENTITY_ROWS}
       WHERE e.urn >= $1 AND e.urn < $2 AND s.aspect = $3 AND s.version = 0 ORDER BY e.urn`,
      [...rangeOfType(entityType), aspectName],
    );
    return rows.map((row) => toAspectRow(urnOf(row), aspectName, row));
  }

  /** Points of a timeseries aspect within the window, newest first. */
  async points(
    { urn, aspectName }: AspectKey,
    limit: number,
    { from = 0, to = Number.MAX_SAFE_INTEGER }: PointWindow = {},
    most = MOST,
  ): Promise<Aspect[]> {
    const rows = await this.#database.query(
      `SELECT ${limitedPoint('ORDER BY p.timestamp DESC, p.point_key DESC', 6)} FROM colophon_point p JOIN colophon_entity e ON e.id = p.entity_id
       WHERE e.urn = $1 AND p.aspect = $2 AND p.timestamp >= $3 AND p.timestamp <= $4
       ORDER BY p.timestamp DESC, p.point_key DESC LIMIT $5`,
      [urn, aspectName, from, to, limit, most],
    );
    if (isOver(rows)) throw new ReadTooLargeError(most, rows.findIndex(isLeftOut));
    return rows.map((row) => toAspectRow(urn, aspectName, row).aspect);
  }

  /** Every generation of every property, ended ones included. */
  async generations(): Promise<PropertyGeneration[]> {
    const rows = await this.#database.query(
      'SELECT * FROM colophon_property_generation ORDER BY property_urn, generation',
    );
    return rows.map(toGeneration);
  }

  async endedGenerations(): Promise<PropertyGeneration[]> {
    const rows = await this.#database.query(
      'SELECT * FROM colophon_property_generation WHERE ended IS NOT NULL ORDER BY property_urn, generation',
    );
    return rows.map(toGeneration);
  }

  /** Properties with a live generation that began with one of these qualified names, by name. */
  async propertiesNamed(names: readonly string[]): Promise<Map<string, Urn[]>> {
    const named = new Map<string, Urn[]>();
    if (names.length === 0) return named;
    const rows = await this.#database.query(
      `SELECT w.nth, g.property_urn AS urn FROM unnest($1::text[]) WITH ORDINALITY AS w (name, nth)
       JOIN colophon_property_generation g ON g.qualified_name = w.name AND g.ended IS NULL`,
      [names.map(storedName)],
    );
    for (const row of rows) {
      const name = names[integer(row, 'nth') - 1] ?? '';
      named.set(name, [...(named.get(name) ?? []), urnOf(row)]);
    }
    return named;
  }

  /** Columns of an entity, in binary order. */
  async columns(holder: Urn): Promise<Urn[]> {
    const start = columnUrnsOf(holder);
    const rows = await this.#database.query(
      'SELECT urn FROM colophon_entity WHERE urn >= $1 AND urn < $2 ORDER BY urn',
      [start, endOfPrefix(start)],
    );
    return rows.map(urnOf);
  }

  /** A page of urns, in binary order; its place is the last urn of the page before. */
  async urns({ entityType, limit, place }: UrnRequest): Promise<UrnPage> {
    const [from, to] = rangeOfType(entityType);
    const rows = await this.#database.query(
      'SELECT urn FROM colophon_entity WHERE urn > $1 AND urn < $2 ORDER BY urn LIMIT $3',
      [place ?? from, to, limit],
    );
    const urns = rows.map(urnOf);
    return { urns, next: urns.length < limit ? undefined : urns.at(-1) };
  }

  /** Entities with their times of creation, the last stored first. */
  async newestEntities(limit: number): Promise<CreatedEntity[]> {
    const rows = await this.#database.query(
      'SELECT urn, createdon FROM colophon_entity ORDER BY id DESC LIMIT $1',
      [limit],
    );
    return rows.map(toCreatedEntity);
  }

  /** Commits after `position`, oldest first. */
  async commitsAfter(position: Sequence, limit: number): Promise<Commit[]> {
    const rows = await this.#database.query(
      'SELECT * FROM colophon_change_log WHERE sequence > $1 ORDER BY sequence LIMIT $2',
      [position, limit],
    );
    return rows.map(toCommit);
  }

  /** The oldest commit in the log; undefined in an empty log. */
  async oldestCommit(): Promise<Pick<Commit, 'sequence' | 'created'> | undefined> {
    const [row] = await this.#database.query(
      'SELECT sequence, createdon, createdby FROM colophon_change_log ORDER BY sequence LIMIT 1',
    );
    return row && { sequence: integer(row, 'sequence'), created: stampOf(row) };
  }

  /**
   * The end of the log and, from the same snapshot, the id of the commit with this sequence, if it exists and has
   * one.
   */
  async logEnd(
    sequence: Sequence,
  ): Promise<{ readonly end: LogEnd; readonly idThen: string | undefined; readonly isStandby: boolean }> {
    const [row = {}] = await this.#database.query(
      `SELECT s.last_sequence AS last, pg_is_in_recovery() AS is_standby,
              (SELECT id::text FROM colophon_change_log WHERE sequence = s.last_sequence) AS last_id,
              (SELECT id::text FROM colophon_change_log WHERE sequence = $1) AS id_then
       FROM colophon_state s`,
      [sequence],
    );
    return {
      end: { sequence: integer(row, 'last'), id: idIn(row, 'last_id') },
      idThen: idIn(row, 'id_then'),
      isStandby: row['is_standby'] === true,
    };
  }

  /** Identity of a commit; undefined when it does not exist or has no id. */
  async markOf(sequence: Sequence): Promise<CommitMark | undefined> {
    const [row] = await this.#database.query(
      'SELECT id::text AS id FROM colophon_change_log WHERE sequence = $1',
      [sequence],
    );
    const id = row && idIn(row, 'id');
    return id === undefined ? undefined : { sequence, id };
  }

  /** Greatest entity number, 0 when there is none. */
  async lastEntityId(): Promise<number> {
    return this.#number('SELECT coalesce(max(id), 0) AS last FROM colophon_entity');
  }

  async #number(statement: string): Promise<number> {
    const [row = {}] = await this.#database.query(statement);
    return integer(row, 'last');
  }
}

/** Commits of the first version have no id. */
function idIn(row: SqlRow, column: string): string | undefined {
  const id = row[column];
  return typeof id === 'string' ? id : undefined;
}

function toEntities(rows: readonly SqlRow[]): Map<Urn, EntityRows> {
  const found = new Map<Urn, EntityRows & { readonly rows: Map<string, AspectRow> }>();
  for (const row of rows) {
    const urn = urnOf(row);
    const known = found.get(urn) ?? { entity: toEntity(urn, entityColumns(row)), rows: new Map() };
    found.set(urn, known);
    // The entity has no matching row, or DataHub deleted it.
    if (typeof row['metadata'] !== 'string') continue;
    const aspectName = text(row, 'aspect');
    known.rows.set(aspectName, toAspectRow(urn, aspectName, row));
  }
  return found;
}

function entityColumns(row: SqlRow): SqlRow {
  return {
    createdon: row['entity_createdon'],
    createdby: row['entity_createdby'],
    systemmetadata: row['entity_systemmetadata'],
    createdin: row['createdin'],
  };
}
