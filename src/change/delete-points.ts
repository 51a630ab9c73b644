import type { AspectKey, AuditStamp } from '../model/aspect.ts';
import type { Decide } from '../store/metadata-store.ts';
import type { PointWindow } from '../store/point-scan.ts';

/** Decides the deletion of the timeseries points within a time window. Does nothing if the entity does not exist. */
export function decidePointDeletion(deletion: AspectKey & PointWindow, created: AuditStamp): Decide<void> {
  const { urn, aspectName } = deletion;
  return (state) =>
    state.entity(urn) === undefined
      ? { writes: [], entries: [], created, result: undefined }
      : {
          writes: [{ kind: 'deletePoints', ...deletion }],
          entries: [{ urn, aspectName, changeType: 'UPSERT' }],
          created,
          result: undefined,
        };
}
