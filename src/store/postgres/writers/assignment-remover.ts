import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { AssignmentRemoval, LogEntry, RemovedAssignments } from '../../metadata-store.ts';
import { progressAfter } from '../../removal-range.ts';
import { toAspectRow, urnOf } from '../../rows/stored-rows.ts';
import { withoutGeneration } from '../../without-generation.ts';
import { putAspects } from './aspect-writer.ts';
import { dropFormer } from './former-versions.ts';
import { ASPECT_COLUMNS, ENTITY_ROWS } from '../row-columns.ts';
import { logCommits } from './row-writer.ts';
import type { TransactionOutcome, WriteTransaction } from '../write-session.ts';

/** Entity numbers per commit; other writes wait for it. */
const RANGE = 500;

const HOLDERS = `
  SELECT e.urn, ${ASPECT_COLUMNS} FROM ${ENTITY_ROWS}
  WHERE e.id > $1 AND e.id <= $2 AND s.aspect = $3 AND s.version = 0 AND strpos(s.internal, $4) > 0 ORDER BY e.id`;

/** Removes the assignments of an ended property generation from the next `RANGE` entity numbers. */
export async function removeAssignments(
  transaction: WriteTransaction,
  removal: AssignmentRemoval,
): Promise<TransactionOutcome<RemovedAssignments>> {
  const { generation, progress, propertyUrn, stamp } = removal;
  const { assignmentAspect: aspectName } = STRUCTURED_PROPERTY;
  const after = progress.walkedTo ?? 0;
  const range = { after, upTo: after + RANGE, progress };
  const sequence = transaction.given.sequence + 1;
  const assignedKey = `${JSON.stringify(propertyUrn)}:${generation}`;
  const holders = await transaction.query(HOLDERS, [after, range.upTo, aspectName, assignedKey]);
  const rows = holders.flatMap((holder) => {
    const before = toAspectRow(urnOf(holder), aspectName, holder);
    const next = withoutGeneration(before, { propertyUrn, generation, sequence, stamp });
    return next === before ? [] : [next];
  });
  if (rows.length > 0) await dropFormer(transaction, await putAspects(transaction, rows), stamp.time);
  const noted = progressAfter(range, rows.length);
  await transaction.query(
    'UPDATE colophon_property_generation SET removal = $1 WHERE property_urn = $2 AND generation = $3',
    [JSON.stringify(noted), propertyUrn, generation],
  );
  const entries = rows.map(({ aspect: { urn } }): LogEntry => ({
    urn,
    aspectName,
    changeType: 'UPSERT',
    isInvisible: true,
  }));
  await logCommits(transaction, [{ sequence, created: stamp, entries, origin: undefined }]);
  const commit = { sequence, id: transaction.id, created: stamp, entries: [] };
  // Entities created later cannot hold an assignment of an ended generation.
  const isDone = range.upTo >= transaction.given.entity;
  return { value: { progress: noted, isDone, commit }, isDirty: true };
}
