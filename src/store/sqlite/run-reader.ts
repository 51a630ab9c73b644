import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Scope } from '../../model/scope.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { AspectKey } from '../../model/aspect.ts';
import type { RunPage, RunReader, RunRow, RunSummary } from '../run-rows.ts';
import { compareRuns, isOfRun, seesEverything } from '../seen-runs.ts';
import { integer, text, urnOf } from '../rows/stored-rows.ts';

// Must equal the expressions in the indexes of migration 000017, or SQLite does not use them.
const RUN = "json_extract(systemmetadata, '$.runId')";
const LAST_SEEN = "json_extract(systemmetadata, '$.lastObserved')";
const NAMED = `${RUN} <> 'no-run-id-provided'`;
const IN_ASPECTS = `version = 0 AND ${NAMED}`;

/** Runs, and rows of a run, read per turn of the event loop: some milliseconds. */
const RUNS_AT_ONCE = 500;
const ROWS_AT_ONCE = 1_000;

/** Reads rows by ingestion run, from the indexes on system metadata. */
export class SqliteRunReader implements RunReader {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  async runs({ start, count }: RunPage, scope: Scope): Promise<readonly RunSummary[]> {
    const runIds = await this.#runIds();
    if (seesEverything(scope)) {
      const all: Pick<RunSummary, 'lastObserved' | 'runId'>[] = [];
      for (const runId of runIds) {
        if (isTurnOver()) await nextTurn();
        all.push({ runId, lastObserved: this.#lastSeen(runId) });
      }
      const page: RunSummary[] = [];
      for (const run of all.sort(compareRuns).slice(start, start + count)) {
        if (isTurnOver()) await nextTurn();
        page.push({ ...run, rows: this.#count(run.runId) });
      }
      return page;
    }
    const seen: RunSummary[] = [];
    for (const runId of runIds) {
      if (isTurnOver()) await nextTurn();
      const rows = await this.#seenRows(runId, scope);
      const lastObserved = rows.reduce((last, row) => Math.max(last, row.lastObserved), 0);
      if (rows.length > 0) seen.push({ runId, lastObserved, rows: rows.length });
    }
    return seen.sort(compareRuns).slice(start, start + count);
  }

  /** Ids of the runs with rows, in no particular order. */
  async #runIds(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const statement of [this.#statements.runsOfAspects, this.#statements.runsOfEntities]) {
      // A number sorts before any text, including the empty one.
      let after: number | string = 0;
      for (;;) {
        const page: readonly string[] = statement.all(after, RUNS_AT_ONCE).map((row) => text(row, 'run'));
        for (const runId of page) found.add(runId);
        const last = page.at(-1);
        if (last === undefined || page.length < RUNS_AT_ONCE) break;
        after = last;
        await nextTurn();
      }
    }
    return found;
  }

  async rows(runId: string, { start, count }: RunPage, scope: Scope): Promise<readonly RunRow[]> {
    if (seesEverything(scope)) return this.#page(runId, start, count);
    return (await this.#seenRows(runId, scope)).slice(start, start + count);
  }

  async pointAspects(runId: string, scope: Scope): Promise<readonly AspectKey[]> {
    const keys = this.#statements.pointAspects
      .all(runId)
      .map((row) => ({ urn: urnOf(row), aspectName: text(row, 'name') }));
    await scope.settle(keys.map(({ urn }) => urn));
    return keys.filter(({ urn }) => scope.seesEntity(urn));
  }

  #page(runId: string, start: number, count: number): readonly RunRow[] {
    const { aspects, entities } = this.#statements;
    const page = aspects.all(runId, count, start).map(toRunRow);
    if (page.length === count) return page;
    const entityStart = start === 0 || page.length > 0 ? 0 : start - this.#countIn('countAspects', runId);
    return [...page, ...entities.all(runId, count - page.length, entityStart).map(toRunRow)];
  }

  /** Rows visible to the scope. Reads all rows of the run, because hidden ones must not be counted. */
  async #seenRows(runId: string, scope: Scope): Promise<readonly RunRow[]> {
    const seen: RunRow[] = [];
    for (let start = 0; ; start += ROWS_AT_ONCE) {
      const page = this.#page(runId, start, ROWS_AT_ONCE);
      await scope.settle(page.map(({ urn }) => urn));
      for (const row of page) if (scope.seesEntity(row.urn) && isOfRun(row, scope)) seen.push(row);
      if (page.length < ROWS_AT_ONCE) return seen;
      await nextTurn();
    }
  }

  #lastSeen(runId: string): number {
    const { aspectsSeen, entitiesSeen } = this.#statements;
    return Math.max(lastOf(aspectsSeen, runId), lastOf(entitiesSeen, runId));
  }

  #count(runId: string): number {
    return this.#countIn('countAspects', runId) + this.#countIn('countEntities', runId);
  }

  #countIn(table: 'countAspects' | 'countEntities', runId: string): number {
    const row = this.#statements[table].get(runId);
    return row === undefined ? 0 : integer(row, 'rows');
  }
}

function toRunRow(row: Parameters<typeof urnOf>[0]): RunRow {
  const aspectName = row['name'];
  return {
    urn: urnOf(row),
    aspectName: typeof aspectName === 'string' ? aspectName : undefined,
    lastObserved: integer(row, 'last'),
  };
}

function lastOf(statement: StatementSync, runId: string): number {
  const last = statement.get(runId)?.['last'];
  return typeof last === 'number' ? last : 0;
}

function prepare(
  database: DatabaseSync,
): Record<
  | 'runsOfAspects'
  | 'runsOfEntities'
  | 'aspectsSeen'
  | 'entitiesSeen'
  | 'countAspects'
  | 'countEntities'
  | 'aspects'
  | 'entities'
  | 'pointAspects',
  StatementSync
> {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  // Jumps from one run id to the next in the index instead of scanning every row.
  const walk = (table: string, condition: string): string => {
    const next = (after: string): string =>
      `SELECT min(${RUN}) FROM ${table} WHERE ${condition} AND ${RUN} > ${after}`;
    return `WITH RECURSIVE runs (run) AS (${next('?')} UNION ALL SELECT (${next('run')}) FROM runs WHERE run IS NOT NULL)
      SELECT run FROM runs WHERE run IS NOT NULL LIMIT ?`;
  };
  return {
    runsOfAspects: statement(walk('aspect', IN_ASPECTS)),
    runsOfEntities: statement(walk('entity', NAMED)),
    aspectsSeen: statement(`SELECT max(${LAST_SEEN}) AS last FROM aspect WHERE ${IN_ASPECTS} AND ${RUN} = ?`),
    entitiesSeen: statement(`SELECT max(${LAST_SEEN}) AS last FROM entity WHERE ${NAMED} AND ${RUN} = ?`),
    countAspects: statement(`SELECT count(*) AS rows FROM aspect WHERE ${IN_ASPECTS} AND ${RUN} = ?`),
    countEntities: statement(`SELECT count(*) AS rows FROM entity WHERE ${NAMED} AND ${RUN} = ?`),
    // The page is cut in the index before the join that looks up names.
    aspects: statement(`
      SELECT urn, name, last FROM (
        SELECT entity_id, aspect_id, ${LAST_SEEN} AS last FROM aspect
        WHERE ${IN_ASPECTS} AND ${RUN} = ? ORDER BY last, entity_id, aspect_id LIMIT ? OFFSET ?)
      JOIN entity e ON e.id = entity_id JOIN aspect_name n ON n.id = aspect_id
      ORDER BY last, entity_id, aspect_id`),
    entities: statement(`
      SELECT urn, NULL AS name, ${LAST_SEEN} AS last FROM entity
      WHERE ${NAMED} AND ${RUN} = ? ORDER BY last, id LIMIT ? OFFSET ?`),
    pointAspects: statement(`
      SELECT DISTINCT urn, name FROM point p
      JOIN entity e ON e.id = p.entity_id JOIN aspect_name n ON n.id = p.aspect_id
      WHERE json_extract(p.systemmetadata, '$.runId') <> 'no-run-id-provided'
        AND json_extract(p.systemmetadata, '$.runId') = ?`),
  };
}
