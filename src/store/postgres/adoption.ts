import type { AuditStamp } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { parseUrn } from '../../model/urn.ts';
import { integer, text, type SqlRow } from '../rows/stored-rows.ts';
import { adoptAspects, type AdoptedRows, type AspectToAdopt } from './adopt-aspects.ts';
import type { Queryable } from './connection.ts';
import type { WriteSession } from './write-session.ts';

/** Aspects adopted per transaction; other writes wait for it. */
const PAGE = 1_000;

/** Overlap with the previous scan: machine clocks differ, and DataHub stamps a row with the time of its request. */
const OVERLAP = '5 minutes';

/** SQL over `colophon_state`: rows that DataHub wrote before this time are known. */
export const ADOPTED_SINCE = `coalesce(adopted_until - interval '${OVERLAP}', '-infinity')`;

/** Rows compared per statement. */
const RANGE = 10_000;

/** Number of latest commits whose rows are recognized as our own without a comparison. */
const KNOWN_COMMITS = 200_000;

/**
 * Finds rows of DataHub's table, after a position, whose counterpart in `colophon_aspect` is missing or has another
 * `createdon`; also returns the last row of the page, as the next position. Most rows are our own: latest versions
 * written by the same transaction (xmin) as a commit in the log are excluded before the comparison. Former versions are
 * always compared, because one may be our copy of what DataHub wrote just before. Three guards prevent false matches of
 * xmin: a transaction with several commit ids or with the schema's xmin is ignored (a database copy loaded in one
 * transaction), and commits must be recent, because transaction ids wrap around after years.
 */
const FIND = `
  WITH own AS MATERIALIZED (
    SELECT xmin AS transaction FROM (
      SELECT xmin, id, createdon FROM colophon_change_log ORDER BY sequence DESC LIMIT ${KNOWN_COMMITS}) AS latest
    WHERE xmin <> (SELECT xmin FROM colophon_schema)
      AND createdon > extract(epoch FROM $1::timestamp - interval '1 day') * 1000
    GROUP BY xmin HAVING min(id::text) = max(id::text)
  ), range AS MATERIALIZED (
    SELECT a.urn, a.aspect, a.version, a.createdon,
           row_number() OVER (ORDER BY a.createdon, a.urn, a.aspect, a.version) AS nth
    FROM metadata_aspect_v2 a
    WHERE a.createdon >= $1 AND (a.createdon, a.urn, a.aspect, a.version) > ($2, $3, $4, $5)
      AND ($6::text IS NULL OR a.aspect = $6) AND (a.version > 0 OR a.xmin NOT IN (SELECT transaction FROM own))
    ORDER BY a.createdon, a.urn, a.aspect, a.version LIMIT ${RANGE}
  ), compared AS (
    SELECT a.*, (
      SELECT s.createdon FROM colophon_entity e JOIN colophon_aspect s ON s.entity_id = e.id
      WHERE e.urn = a.urn AND s.aspect = a.aspect AND s.version = a.version) IS DISTINCT FROM a.createdon AS is_new
    FROM range a
  )
  SELECT urn, aspect, version, createdon::text AS place, is_new FROM compared
  WHERE is_new OR nth = (SELECT max(nth) FROM range) ORDER BY nth`;

const BEFORE_ALL = ['-infinity', '', '', -1] as const;
const ADOPTER = parseUrn('urn:li:corpuser:__datahub_system');

/** Runs work in a transaction of the process's write session. */
export type Transact = WriteSession['transact'];

/** Dependencies of `adopt`. */
export interface AdoptionParts {
  readonly reading: Queryable;
  readonly transact: Transact;
  /** Receives progress messages. */
  readonly log: (message: string) => void;
  /** Aborts between two pages; `adopt` then rejects. */
  readonly signal?: AbortSignal;
}

/**
 * Adopts the rows that DataHub has written since the last call; the first call adopts all. Creates their entities,
 * begins generations for definitions, binds assignments to them and logs the changes. Definitions come first. Each page
 * is one transaction, and `adopted_until` moves only at the end, so after a crash or an abort the next call adopts the
 * rest.
 */
export async function adopt(parts: AdoptionParts): Promise<void> {
  const { log, reading, signal, transact } = parts;
  const [state = {}] = await reading.query(
    `SELECT ${ADOPTED_SINCE}::text AS since,
            (now() AT TIME ZONE 'UTC')::text AS until, trunc(extract(epoch FROM now())::numeric * 1000)::bigint AS now
     FROM colophon_state`,
  );
  const stamp: AuditStamp = { time: integer(state, 'now'), actor: ADOPTER };
  const total = { rows: 0, skipped: 0 };
  for (const aspectName of [STRUCTURED_PROPERTY.definitionAspect, undefined]) {
    for await (const page of pagesToAdopt(parts, text(state, 'since'), aspectName)) {
      signal?.throwIfAborted();
      const adopted = await adoptPage(transact, page, stamp);
      if (total.rows === 0 && adopted.rows > 0) log('Adopting rows written by DataHub.');
      total.rows += adopted.rows;
      // The second scan finds and counts skipped definitions again.
      if (aspectName === undefined) total.skipped += adopted.skipped;
    }
  }
  await transact(async (transaction) => {
    await transaction.query('UPDATE colophon_state SET adopted_until = $1', [text(state, 'until')]);
    return { value: undefined, isDirty: true };
  });
  if (total.rows > 0) log(`Adopted ${total.rows} rows written by DataHub.`);
  if (total.skipped > 0) log(`Skipped ${total.skipped} rows whose urn or createdby is not a valid urn.`);
}

async function* pagesToAdopt(
  { reading, signal }: AdoptionParts,
  since: string,
  aspectName: string | undefined,
): AsyncGenerator<readonly AspectToAdopt[]> {
  let after: readonly unknown[] = BEFORE_ALL;
  for (;;) {
    signal?.throwIfAborted();
    const found = await reading.query(FIND, [since, ...after, aspectName ?? null]);
    const last = found.at(-1);
    if (last === undefined) return;
    const due = distinct(found.filter(({ is_new: isNew }) => isNew === true));
    for (let start = 0; start < due.length; start += PAGE) yield due.slice(start, start + PAGE);
    after = [last['place'], last['urn'], last['aspect'], last['version']];
  }
}

function distinct(rows: readonly SqlRow[]): readonly AspectToAdopt[] {
  const keys = rows.map((row) => ({ urn: text(row, 'urn'), aspectName: text(row, 'aspect') }));
  return [...new Map(keys.map((key) => [`${key.urn} ${key.aspectName}`, key])).values()];
}

function adoptPage(
  transact: Transact,
  page: readonly AspectToAdopt[],
  stamp: AuditStamp,
): Promise<AdoptedRows> {
  return transact(async (transaction) => {
    const adopted = await adoptAspects(transaction, page, stamp);
    return { value: adopted, isDirty: adopted.rows > 0 };
  });
}
