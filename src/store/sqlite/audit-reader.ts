import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AuditEvent } from '../../model/access/audit-event.ts';
import type { Urn } from '../../model/urn.ts';
import type { AuditSelection } from '../audit-store.ts';
import { oneSnapshot, type OneSnapshot } from './one-snapshot.ts';
import { toEvent } from '../rows/audit-rows.ts';
import { urnHash } from '../rows/urn-hash.ts';

/** Reads the audit log on a connection. */
export class AuditReader {
  readonly #database: DatabaseSync;
  readonly #inOneSnapshot: OneSnapshot;
  /** By SQL text; stays small: one statement per combination of filters. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#inOneSnapshot = oneSnapshot(database);
  }

  /** Matching events, newest first. */
  newest(selection: AuditSelection): AuditEvent[] {
    const { actors = [], limit } = selection;
    const places = selection.entity === undefined ? (['log'] as const) : (['index', 'unindexed'] as const);
    // One index scan per actor reads at most a page each; a single query would sort all their events.
    const walks = (actors.length === 0 ? [undefined] : actors).flatMap((actor) =>
      places.map((place) => [place, actor] as const),
    );
    const events = this.#inOneSnapshot(() => walks.flatMap((walk) => this.#walk(selection, ...walk)));
    if (walks.length > 1) events.sort((a, b) => b.time - a.time || b.id - a.id);
    return events.slice(0, limit);
  }

  #walk(selection: AuditSelection, place: Place, actor: Urn | undefined): AuditEvent[] {
    const { sql, parameters } = query(selection, place, actor);
    return this.#statement(sql)
      .all(...parameters)
      .map(toEvent);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Where to find events: those of an entity by the index, events beyond the index one by one. */
type Place = 'log' | 'index' | 'unindexed';

const INDEXED = '(SELECT up_to FROM audit_indexed)';

function query(
  { entity, kinds = [], since, before, limit }: AuditSelection,
  place: Place,
  actor: Urn | undefined,
): { readonly sql: string; readonly parameters: readonly (string | number)[] } {
  const conditions: string[] = [];
  const parameters: (string | number)[] = [];
  const restrict = (condition: string, ...values: readonly (string | number)[]): void => {
    conditions.push(condition);
    parameters.push(...values);
  };
  const isRare = kinds.length > 0 && !kinds.includes('change');
  const [time, id] = place === 'index' ? ['x.time', 'x.event_id'] : ['e.time', 'e.id'];
  if (entity !== undefined && place === 'index')
    restrict(`x.urn_hash = ? AND x.event_id <= ${INDEXED}`, urnHash(entity));
  if (entity !== undefined && place === 'unindexed')
    restrict(`e.id > ${INDEXED} AND instr(coalesce(e.subjects, l.entries), ?) > 0`, JSON.stringify(entity));
  if (actor !== undefined) restrict('e.actor = ?', actor);
  if (isRare) restrict("e.kind <> 'change'");
  if (kinds.length > 0) restrict(`e.kind IN (${kinds.map(() => '?').join(', ')})`, ...kinds);
  restrict(`${time} <= ? AND (${time} < ? OR ${id} < ?)`, before.time, before.time, before.id);
  if (since !== undefined) restrict(`${time} >= ?`, since);
  const index = isRare ? 'not_change' : actor === undefined ? 'time' : 'actor';
  const from = {
    log: `audit_event e INDEXED BY audit_event_${index}`,
    index: 'audit_entity x JOIN audit_event e ON e.id = x.event_id',
    // In id order: any other index would read the whole log.
    unindexed: 'audit_event e NOT INDEXED',
  }[place];
  const sql = `SELECT e.*, coalesce(e.subjects, l.entries) AS groups FROM ${from}
    LEFT JOIN change_log l ON l.sequence = e.sequence
    WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ?`;
  return { sql, parameters: [...parameters, limit] };
}
