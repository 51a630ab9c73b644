import type { AspectKey } from '../../../model/aspect.ts';
import type { Scope } from '../../../model/scope.ts';
import type { RunPage, RunReader, RunRow, RunSummary } from '../../run-rows.ts';
import { compareRuns, isOfRun, seesEverything } from '../../seen-runs.ts';
import { integer, text, urnOf, type SqlRow } from '../../rows/stored-rows.ts';
import type { Queryable } from '../connection.ts';
import { runText } from '../row-columns.ts';

const EVERYTHING: RunPage = { start: 0, count: Number.MAX_SAFE_INTEGER };

const RUNS = `
  SELECT run_id, count(*) AS rows, max(last_observed) AS last FROM (
    SELECT run_id, last_observed FROM colophon_aspect WHERE run_id IS NOT NULL
    UNION ALL SELECT run_id, last_observed FROM colophon_entity WHERE run_id IS NOT NULL) AS seen
  GROUP BY run_id ORDER BY last DESC, run_id LIMIT $1 OFFSET $2`;

const ROWS = `
  SELECT e.urn, r.aspect, r.last FROM (
    SELECT 0 AS place, entity_id, aspect, last_observed AS last FROM colophon_aspect WHERE run_id = $1
    UNION ALL SELECT 1, id, NULL, last_observed FROM colophon_entity WHERE run_id = $1
    ORDER BY place, last, entity_id, aspect LIMIT $2 OFFSET $3) AS r
  JOIN colophon_entity e ON e.id = r.entity_id ORDER BY r.place, r.last, r.entity_id, r.aspect`;

/** Reads rows by ingestion run. */
export class PostgresRunReader implements RunReader {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]> {
    if (seesEverything(scope)) return this.#runs(page);
    const seen: RunSummary[] = [];
    for (const { runId } of await this.#runs(EVERYTHING)) {
      const rows = await this.#seenRows(runId, scope);
      const lastObserved = rows.reduce((last, row) => Math.max(last, row.lastObserved), 0);
      if (rows.length > 0) seen.push({ runId, lastObserved, rows: rows.length });
    }
    return seen.sort(compareRuns).slice(page.start, page.start + page.count);
  }

  async rows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]> {
    if (seesEverything(scope)) return this.#rows(runId, page);
    return (await this.#seenRows(runId, scope)).slice(page.start, page.start + page.count);
  }

  async pointAspects(runId: string, scope: Scope): Promise<readonly AspectKey[]> {
    const rows = await this.#database.query(
      `SELECT DISTINCT e.urn, p.aspect FROM colophon_point p JOIN colophon_entity e ON e.id = p.entity_id
       WHERE p.run_id = $1`,
      [runText(runId)],
    );
    const keys = rows.map((row) => ({ urn: urnOf(row), aspectName: text(row, 'aspect') }));
    await scope.settle(keys.map(({ urn }) => urn));
    return keys.filter(({ urn }) => scope.seesEntity(urn));
  }

  async #runs({ start, count }: RunPage): Promise<RunSummary[]> {
    return (await this.#database.query(RUNS, [count, start])).map((row) => ({
      runId: text(row, 'run_id'),
      rows: integer(row, 'rows'),
      lastObserved: integer(row, 'last'),
    }));
  }

  async #rows(runId: string, { start, count }: RunPage): Promise<readonly RunRow[]> {
    return (await this.#database.query(ROWS, [runText(runId), count, start])).map(toRunRow);
  }

  /** Rows visible to the scope. Reads all rows of the run, because hidden ones must not be counted. */
  async #seenRows(runId: string, scope: Scope): Promise<readonly RunRow[]> {
    const all = await this.#rows(runId, EVERYTHING);
    await scope.settle(all.map(({ urn }) => urn));
    return all.filter((row) => scope.seesEntity(row.urn) && isOfRun(row, scope));
  }
}

function toRunRow(row: SqlRow): RunRow {
  const aspectName = row['aspect'];
  return {
    urn: urnOf(row),
    aspectName: typeof aspectName === 'string' ? aspectName : undefined,
    lastObserved: integer(row, 'last'),
  };
}
