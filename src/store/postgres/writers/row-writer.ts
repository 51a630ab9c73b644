import type { AuditStamp } from '../../../model/aspect.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import type { AspectRow } from '../../entity-rows.ts';
import { commitDetails } from '../../rows/audit-rows.ts';
import { entriesText } from '../../rows/log-entries-text.ts';
import type { DecidedCommit, LogEntry, RowWrite } from '../../metadata-store.ts';
import { insertAspects, putAspects, revertAspects, touchAspects, type LastVersion } from './aspect-writer.ts';
import { recordEvents } from './audit-writer.ts';
import { columnsOf } from '../columns.ts';
import { allOf } from '../connection.ts';
import { deleteAspects, deleteEntities } from './deletion-writer.ts';
import { createEntities, numberEntities, touchEntities } from './entity-writer.ts';
import { dropFormer } from './former-versions.ts';
import { writeGeneration } from './generation-writer.ts';
import { deletePoints, putPoints } from './point-writer.ts';
import type { RemovedRows } from './removed-rows.ts';
import { toWaves, type PlacedWrite } from './write-waves.ts';
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

/**
 * Whether aspects of new entities are inserted, which fails if DataHub has written one, or upserted, which costs twice as
 * much.
 */
export type NewRows = 'insert' | 'put';

/**
 * Writes the commits of a group with their log entries, and returns the removals of each, in order. Most statements are
 * sent before the call returns.
 */
export async function writeGroup(
  transaction: WriteTransaction,
  commits: readonly GroupCommit[],
  newRows: NewRows,
): Promise<readonly RemovedCounts[]> {
  const followed = commits.filter(({ decision }) => decision.entries.length > 0);
  const [removed] = await allOf(
    writeWaves(transaction, commits, newRows),
    logCommits(
      transaction,
      followed.map(({ sequence, decision, origin }) => ({
        sequence,
        origin,
        created: decision.created,
        entries: decision.entries,
        writes: decision.writes,
      })),
    ),
  );
  return commits.map((_, commit) => totalOf(removed.filter((one) => one.commit === commit)));
}

async function writeWaves(
  transaction: WriteTransaction,
  commits: readonly GroupCommit[],
  newRows: NewRows,
): Promise<readonly RemovedRows[]> {
  const writes = commits.flatMap(({ decision }, commit) =>
    decision.writes.map((write) => ({ commit, write })),
  );
  const former = new Map<string, LastVersion>();
  const removed: RemovedRows[] = [];
  for (const wave of toWaves(writes)) {
    const ofWave = await writeWave(transaction, wave, commits, { former, newRows });
    for (const row of ofWave) removed.push(row);
  }
  const now = Math.max(...commits.map(({ decision }) => decision.created.time));
  await dropFormer(transaction, [...former.values()], now);
  return removed;
}

function totalOf(removed: readonly RemovedRows[]): RemovedCounts {
  return removed.reduce(
    (total, { rows, points }) => ({ rows: total.rows + rows, points: total.points + points }),
    { rows: 0, points: 0 },
  );
}

type Kind = RowWrite['kind'];
type Of<K extends Kind> = PlacedWrite<Extract<RowWrite, { kind: K }>>;

/** Writes a wave with one statement per kind, sent together; adds versions that moved into the history to `former`. */
async function writeWave(
  transaction: WriteTransaction,
  wave: readonly PlacedWrite[],
  commits: readonly GroupCommit[],
  { former, newRows }: { readonly former: Map<string, LastVersion>; readonly newRows: NewRows },
): Promise<readonly RemovedRows[]> {
  const kinds = new Set(wave.map(({ write }) => write.kind));
  const sent: Promise<readonly RemovedRows[]>[] = [];
  const send = <K extends Kind>(
    kind: K,
    write: (writes: readonly Of<K>[]) => (typeof sent)[number],
  ): void => {
    if (kinds.has(kind))
      sent.push(write(wave.filter((placed): placed is Of<K> => placed.write.kind === kind)));
  };
  let numbers: ReadonlyMap<Urn, number> = new Map();
  send('createEntity', (writes) => {
    numbers = numberEntities(transaction, writes);
    return createEntities(transaction, writes, commits, numbers).then(none);
  });
  send('deleteEntity', (writes) => deleteEntities(transaction, writes, commits));
  send('putAspect', async (writes) => {
    const isInserted = ({ aspect }: AspectRow): boolean => newRows === 'insert' && numbers.has(aspect.urn);
    const rows = writes.map(({ write }) => write.row);
    const [inserted, put] = [true, false].map((is) => rows.filter((row) => isInserted(row) === is));
    const [, versions] = await allOf(
      insertAspects(transaction, inserted ?? [], numbers),
      putAspects(transaction, put ?? []),
    );
    for (const last of versions) former.set(keyOf(last.urn, last.aspectName), last);
    return [];
  });
  send('revertAspect', (writes) => {
    // The newest former version has a different number now.
    for (const { write } of writes) former.delete(keyOf(write.row.aspect.urn, write.row.aspect.aspectName));
    return revertAspects(transaction, writes);
  });
  send('touchAspect', (writes) => touchAspects(transaction, writes).then(none));
  send('deleteAspect', (writes) => deleteAspects(transaction, writes, commits));
  send('touchEntity', (writes) => touchEntities(transaction, writes).then(none));
  send('putPoint', (writes) => putPoints(transaction, writes).then(none));
  send('deletePoints', (writes) => deletePoints(transaction, writes));
  for (const { write } of wave)
    if (isOfGeneration(write)) sent.push(writeGeneration(transaction, write).then(none));
  return (await allOf(...sent)).flat();
}

const none = (): readonly RemovedRows[] => [];

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
  /** Absent when the commits created no entity. */
  readonly writes?: readonly RowWrite[];
  readonly origin: RequestOrigin | undefined;
}

/** Appends commits to the change log and the audit log, and advances the last sequence to that of the last one. */
export async function logCommits(
  transaction: WriteTransaction,
  commits: readonly LoggedCommit[],
): Promise<void> {
  const last = commits.at(-1);
  if (last === undefined) return;
  const logged = commits.map((commit) => ({ ...commit, text: entriesText(commit.entries) }));
  const logging = transaction.query(
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
  const auditing = recordEvents(
    transaction,
    logged.map(({ sequence, created, entries, origin, text, writes = [] }) => ({
      time: created.time,
      kind: 'change',
      actor: created.actor,
      sequence,
      entries: text,
      subjects: null,
      details: commitDetails(origin, { entries, writes }),
    })),
  );
  await allOf(logging, auditing);
  transaction.given.sequence = last.sequence;
}
