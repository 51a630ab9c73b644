import type { AuditStamp } from '../../../model/aspect.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { commitDetails } from '../../rows/audit-rows.ts';
import { entriesText } from '../../rows/log-entries-text.ts';
import type { DecidedCommit, LogEntry, RowWrite } from '../../metadata-store.ts';
import { putAspects, revertAspects, touchAspects } from './aspect-writer.ts';
import type { LastVersion } from './aspect-writer.ts';
import { recordEvents } from './audit-writer.ts';
import { columnsOf } from '../columns.ts';
import { deleteAspects, deleteEntities } from './deletion-writer.ts';
import { createEntities, touchEntities } from './entity-writer.ts';
import { dropFormer } from './former-versions.ts';
import { writeGeneration } from './generation-writer.ts';
import { deletePoints, putPoints } from './point-writer.ts';
import type { RemovedRows } from './removed-rows.ts';
import { toWaves } from './write-waves.ts';
import type { PlacedWrite } from './write-waves.ts';
import type { WriteTransaction } from '../write-session.ts';

/** A commit of a group: a decision and its sequence. */
export interface GroupCommit {
  readonly sequence: Sequence;
  readonly decision: DecidedCommit<unknown>;
  readonly origin: RequestOrigin | undefined;
}

/** Number of aspect rows (every version counts) and points that a commit removed. */
export interface RemovedCounts {
  readonly rows: number;
  readonly points: number;
}

/** Writes the commits of a group, with their log entries, and returns what each removed, in order. */
export async function writeGroup(
  transaction: WriteTransaction,
  commits: readonly GroupCommit[],
): Promise<readonly RemovedCounts[]> {
  const writes = commits.flatMap(({ decision }, commit) =>
    decision.writes.map((write) => ({ commit, write })),
  );
  const former = new Map<string, LastVersion>();
  const removed: RemovedRows[] = [];
  for (const wave of toWaves(writes)) removed.push(...(await writeWave(transaction, wave, commits, former)));
  const now = Math.max(...commits.map(({ decision }) => decision.created.time));
  await dropFormer(transaction, [...former.values()], now);
  const followed = commits.filter(({ decision }) => decision.entries.length > 0);
  await logCommits(
    transaction,
    followed.map(({ sequence, decision, origin }) => ({
      ...{ sequence, origin },
      created: decision.created,
      entries: decision.entries,
    })),
  );
  return commits.map((_, commit) => totalOf(removed.filter((one) => one.commit === commit)));
}

function totalOf(removed: readonly RemovedRows[]): RemovedCounts {
  return removed.reduce(
    (total, { rows, points }) => ({ rows: total.rows + rows, points: total.points + points }),
    { rows: 0, points: 0 },
  );
}

type Kind = RowWrite['kind'];
type Of<K extends Kind> = PlacedWrite<Extract<RowWrite, { kind: K }>>;

/** Writes a wave with one statement per kind; adds versions that moved into the history to `former`. */
async function writeWave(
  transaction: WriteTransaction,
  wave: readonly PlacedWrite[],
  commits: readonly GroupCommit[],
  former: Map<string, LastVersion>,
): Promise<readonly RemovedRows[]> {
  const of = <K extends Kind>(kind: K): readonly Of<K>[] =>
    wave.filter((placed): placed is Of<K> => placed.write.kind === kind);
  const removed: RemovedRows[] = [];
  const created = of('createEntity');
  if (created.length > 0) await createEntities(transaction, created);
  const deleted = of('deleteEntity');
  if (deleted.length > 0) removed.push(...(await deleteEntities(transaction, deleted, commits)));
  const put = of('putAspect');
  if (put.length > 0) {
    const rows = put.map(({ write }) => write.row);
    for (const last of await putAspects(transaction, rows))
      former.set(keyOf(last.urn, last.aspectName), last);
  }
  const reverted = of('revertAspect');
  if (reverted.length > 0) removed.push(...(await revertAspects(transaction, reverted)));
  // The newest former version has another number now.
  for (const { write } of reverted) former.delete(keyOf(write.row.aspect.urn, write.row.aspect.aspectName));
  const touched = of('touchAspect');
  if (touched.length > 0) await touchAspects(transaction, touched);
  const gone = of('deleteAspect');
  if (gone.length > 0) removed.push(...(await deleteAspects(transaction, gone, commits)));
  const touchedEntities = of('touchEntity');
  if (touchedEntities.length > 0) await touchEntities(transaction, touchedEntities);
  const points = of('putPoint');
  if (points.length > 0) await putPoints(transaction, points);
  const pointsGone = of('deletePoints');
  if (pointsGone.length > 0) removed.push(...(await deletePoints(transaction, pointsGone)));
  for (const { write } of wave) {
    if (isOfGeneration(write)) await writeGeneration(transaction, write);
  }
  return removed;
}

function keyOf(urn: string, aspectName: string): string {
  return `${urn} ${aspectName}`;
}

function isOfGeneration(write: RowWrite): write is Parameters<typeof writeGeneration>[1] {
  return ['beginGeneration', 'endGeneration', 'noteRemoval', 'dropMapping'].includes(write.kind);
}

/** A commit to log. */
export interface LoggedCommit {
  readonly sequence: Sequence;
  readonly created: AuditStamp;
  readonly entries: readonly LogEntry[];
  readonly origin: RequestOrigin | undefined;
}

/**
 * Appends commits to the change log and the audit log, and advances the last sequence given to that of the last
 * one.
 */
export async function logCommits(
  transaction: WriteTransaction,
  commits: readonly LoggedCommit[],
): Promise<void> {
  const last = commits.at(-1);
  if (last === undefined) return;
  const logged = commits.map((commit) => ({ ...commit, text: entriesText(commit.entries) }));
  await transaction.query(
    `INSERT INTO colophon_change_log SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::uuid[])`,
    columnsOf(
      logged.map(({ sequence, created, text }) => [
        sequence,
        created.time,
        created.actor,
        text,
        transaction.id,
      ]),
      5,
    ),
  );
  await recordEvents(
    transaction,
    logged.map(({ sequence, created, origin, text }) => ({
      ...{ time: created.time, kind: 'change', actor: created.actor, sequence, entries: text },
      ...{ subjects: null, details: commitDetails(origin) },
    })),
  );
  transaction.given.sequence = last.sequence;
}
