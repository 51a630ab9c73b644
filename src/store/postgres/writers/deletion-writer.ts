import { NEVER_KEPT, isCredential } from '../../../model/aspects/secret-aspects.ts';
import type { DecidedCommit, RowWrite } from '../../metadata-store.ts';
import { integer } from '../../rows/stored-rows.ts';
import { columnsOf } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { ASPECT_COLUMNS, ENTITY_ROWS } from '../row-columns.ts';
import { removedBy, type RemovedRows } from './removed-rows.ts';
import type { PlacedWrite } from './write-waves.ts';
import type { Sequence } from '../../../model/sequence.ts';

type Of<Kind extends RowWrite['kind']> = PlacedWrite<Extract<RowWrite, { kind: Kind }>>;

/** A commit of the group, as recorded with its deletions. */
interface DeletingCommit {
  readonly sequence: Sequence;
  readonly decision: Pick<DecidedCommit<unknown>, 'created'>;
}

const INPUT = `input AS (
  SELECT i.*, e.id FROM unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::int[])
    AS i (commit, urn, aspect, sequence, time, actor, is_kept) JOIN colophon_entity e ON e.urn = i.urn)`;

/**
 * Copies the deleted versions to `colophon_deleted_aspect`. All parts of a statement see the rows as they were before
 * it.
 */
const keep = (isChosen: string): string => `kept AS (
  INSERT INTO colophon_deleted_aspect
    (urn, deleted, deletedon, deletedby, version, aspect, metadata, systemmetadata, createdon, createdby, sequence, internal)
  SELECT e.urn, i.sequence, i.time, i.actor, s.version, ${ASPECT_COLUMNS} FROM input i, ${ENTITY_ROWS}
  WHERE e.id = i.id AND i.is_kept = 1 AND ${isChosen}
    AND s.aspect NOT IN (${NEVER_KEPT.map((name) => `'${name}'`).join(', ')})
  ON CONFLICT (urn, deleted, aspect, version) DO UPDATE SET metadata = excluded.metadata, systemmetadata = excluded.systemmetadata,
    createdon = excluded.createdon, createdby = excluded.createdby, sequence = excluded.sequence,
    internal = excluded.internal)`;

const DELETE_ASPECTS = `WITH ${INPUT}, ${keep('s.aspect = i.aspect')},
  rows AS (
    DELETE FROM metadata_aspect_v2 a USING input i WHERE a.urn = i.urn AND a.aspect = i.aspect
    RETURNING i.id, i.aspect),
  beside AS (DELETE FROM colophon_aspect s USING input i WHERE s.entity_id = i.id AND s.aspect = i.aspect),
  points AS (
    DELETE FROM colophon_point p USING input i WHERE p.entity_id = i.id AND p.aspect = i.aspect
    RETURNING i.id, i.aspect)
  SELECT i.commit, (SELECT count(*) FROM rows r WHERE r.id = i.id AND r.aspect = i.aspect) AS rows,
    (SELECT count(*) FROM points p WHERE p.id = i.id AND p.aspect = i.aspect) AS points FROM input i`;

const DELETE_ENTITIES = `WITH ${INPUT}, ${keep('true')},
  rows AS (DELETE FROM metadata_aspect_v2 a USING input i WHERE a.urn = i.urn RETURNING i.id),
  beside AS (DELETE FROM colophon_aspect s USING input i WHERE s.entity_id = i.id),
  points AS (DELETE FROM colophon_point p USING input i WHERE p.entity_id = i.id RETURNING i.id),
  removed AS (DELETE FROM colophon_entity e USING input i WHERE e.id = i.id)
  SELECT i.commit, (SELECT count(*) FROM rows r WHERE r.id = i.id) AS rows,
    (SELECT count(*) FROM points p WHERE p.id = i.id) AS points FROM input i`;

/** Deletes aspects with their history and points; keeps the deleted versions for undo. */
export async function deleteAspects(
  database: Queryable,
  writes: readonly Of<'deleteAspect'>[],
  commits: readonly DeletingCommit[],
): Promise<readonly RemovedRows[]> {
  const rows = writes.map(({ commit, write }) => inputRow(commit, write.urn, write.aspectName, commits));
  return removedBy(await database.query(DELETE_ASPECTS, columnsOf(rows, 7)), writes.length);
}

/** Deletes entities with all aspects, versions and points; keeps the deleted versions for undo. */
export async function deleteEntities(
  database: Queryable,
  writes: readonly Of<'deleteEntity'>[],
  commits: readonly DeletingCommit[],
): Promise<readonly RemovedRows[]> {
  const rows = writes.map(({ commit, write }) => inputRow(commit, write.urn, null, commits));
  return removedBy(await database.query(DELETE_ENTITIES, columnsOf(rows, 7)), writes.length);
}

/** Removes the kept rows of deletions made before this time (epoch ms); returns the number of versions. */
export async function trimDeletions(database: Queryable, before: number): Promise<number> {
  const [row = {}] = await database.query(
    `WITH removed AS (DELETE FROM colophon_deleted_aspect WHERE deletedon < $1 RETURNING 1)
     SELECT count(*) AS count FROM removed`,
    [before],
  );
  return integer(row, 'count');
}

function inputRow(
  commit: number,
  urn: Of<'deleteEntity'>['write']['urn'],
  aspectName: string | null,
  commits: readonly DeletingCommit[],
): readonly (string | number | null)[] {
  const { decision, sequence } = commits[commit] ?? missing(commit);
  return [
    commit,
    urn,
    aspectName,
    sequence,
    decision.created.time,
    decision.created.actor,
    isCredential(urn) ? 0 : 1,
  ];
}

function missing(commit: number): never {
  throw new Error(`The group has no commit ${commit}.`);
}
