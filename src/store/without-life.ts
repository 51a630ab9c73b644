import { Aspect, DEFAULT_RUN_ID, nextMetadata } from '../model/aspect.ts';
import type { AuditStamp } from '../model/aspect.ts';
import type { PropertyLife } from '../model/property-generation.ts';
import type { Sequence } from '../model/sequence.ts';
import { withoutAssignments } from '../model/visible-assignments.ts';
import type { AspectRow } from './metadata-store.ts';

/** Which assignments are removed, by which commit. */
export interface LifeRemoval extends PropertyLife {
  readonly sequence: Sequence;
  readonly stamp: AuditStamp;
}

/**
 * The next version of a row of assignments, without the one that was made in this life of a property; the row itself
 * when it holds none. What readers see, and the document of the entity, stay as they are, because the life is over.
 */
export function withoutLife(row: AspectRow, removal: LifeRemoval): AspectRow {
  const { aspect, internal } = row;
  const { generation, propertyUrn, sequence, stamp } = removal;
  if (internal.assignments?.[propertyUrn] !== generation) return row;
  const { [propertyUrn]: _, ...assignments } = internal.assignments;
  const observed = { lastObserved: stamp.time, runId: DEFAULT_RUN_ID };
  const { aspectName, urn } = aspect;
  return {
    aspect: new Aspect({
      ...{ urn, aspectName, sequence },
      text: withoutAssignments(aspect.value, (candidate) => candidate === propertyUrn),
      systemMetadata: nextMetadata(aspect.systemMetadata, observed, stamp),
      created: stamp,
    }),
    internal: { assignments, shownSince: internal.shownSince ?? aspect.sequence },
  };
}
