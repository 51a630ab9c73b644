import { RETENTION } from '../../../model/retention.ts';
import { droppable, policiesOf, policyFor } from '../../rows/retention-policies.ts';
import { integer, text } from '../../rows/stored-rows.ts';
import type { LastVersion } from './aspect-writer.ts';
import { columnsOf } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { ENTITY_ROWS, timestampOf } from '../row-columns.ts';
import { rangeOfType } from '../urn-range.ts';

const [FIRST, END] = rangeOfType(RETENTION.entityType);

const POLICIES = `SELECT e.urn, a.metadata FROM ${ENTITY_ROWS}
  WHERE e.urn >= '${FIRST}' AND e.urn < '${END}' AND s.version = 0
    AND s.aspect = '${RETENTION.configAspect}'`;

const DROP = `
  WITH input AS (
    SELECT i.*, e.id FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
      AS i (urn, aspect, up_to, older_than) JOIN colophon_entity e ON e.urn = i.urn),
  gone AS (
    DELETE FROM metadata_aspect_v2 a USING input i
    WHERE a.urn = i.urn AND a.aspect = i.aspect AND a.version BETWEEN 1 AND i.up_to
      AND (i.older_than IS NULL OR a.createdon < ${timestampOf('i.older_than')})
    RETURNING i.id, a.aspect, a.version),
  beside AS (
    DELETE FROM colophon_aspect s USING gone g
    WHERE s.entity_id = g.id AND s.aspect = g.aspect AND s.version = g.version)
  SELECT count(*) AS removed FROM gone`;

const WITH_FORMER = `
  SELECT e.urn, s.aspect, max(s.version) AS last FROM colophon_entity e JOIN colophon_aspect s ON s.entity_id = e.id
  WHERE e.id > $1 AND e.id <= $2 AND s.version > 0
    AND ($3::text IS NULL OR e.urn = $3) AND ($4::text IS NULL OR s.aspect = $4)
  GROUP BY e.urn, s.aspect`;

/** Drops former versions according to the retention policies and returns how many; `now` is epoch ms. */
export async function dropFormer(
  transaction: Queryable,
  aspects: readonly LastVersion[],
  now: number,
): Promise<number> {
  const withFormer = aspects.filter(({ last }) => last > 0);
  if (withFormer.length === 0) return 0;
  const policies = policiesOf(await transaction.query(POLICIES));
  const gone = withFormer.flatMap(({ urn, aspectName, last }) => {
    const versions = droppable(policyFor(policies, urn, aspectName), last, now);
    return versions === undefined ? [] : [[urn, aspectName, versions.upTo, versions.olderThan ?? null]];
  });
  if (gone.length === 0) return 0;
  const [row = {}] = await transaction.query(DROP, columnsOf(gone, 4));
  return integer(row, 'removed');
}

/** A range of entity numbers and the aspects to trim; undefined selects all. */
export interface TrimmedRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly urn: string | undefined;
  readonly aspectName: string | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/** Drops expired former versions of every selected aspect in a range of entities and returns how many. */
export async function trimRange(transaction: Queryable, range: TrimmedRange): Promise<number> {
  const { after, upTo, urn = null, aspectName = null, now } = range;
  const rows = await transaction.query(WITH_FORMER, [after, upTo, urn, aspectName]);
  const aspects = rows.map((row) => ({
    urn: text(row, 'urn'),
    aspectName: text(row, 'aspect'),
    last: integer(row, 'last'),
  }));
  return dropFormer(transaction, aspects, now);
}
