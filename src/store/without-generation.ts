import { Aspect, nextMetadata, type AuditStamp } from '../model/aspect.ts';
import type { GenerationKey } from '../model/properties/property-generation.ts';
import type { Sequence } from '../model/sequence.ts';
import { withoutAssignments } from '../model/visibility/visible-assignments.ts';
import { given } from '../util/given.ts';
import type { AspectRow } from './entity-rows.ts';

/** An ended generation whose assignments are removed, and the commit that removes them. */
export interface GenerationRemoval extends GenerationKey {
  readonly sequence: Sequence;
  readonly stamp: AuditStamp;
}

/**
 * The next version of an assignments row, without the assignment made under this generation; the row itself if it has
 * none. The generation has ended, so readers and the search document see no change.
 */
export function withoutGeneration(row: AspectRow, removal: GenerationRemoval): AspectRow {
  const { aspect, internal } = row;
  const { generation, propertyUrn, sequence, stamp } = removal;
  if (internal.assignments?.[propertyUrn] !== generation) return row;
  const { [propertyUrn]: _, ...assignments } = internal.assignments;
  const { aspectName, systemMetadata, urn } = aspect;
  return {
    aspect: new Aspect({
      urn,
      aspectName,
      sequence,
      text: withoutAssignments(aspect.value, (candidate) => candidate === propertyUrn),
      // Still of the run that wrote the other values: whether it can be rolled back must not depend on when this happens.
      systemMetadata: {
        ...nextMetadata(systemMetadata, systemMetadata, stamp),
        ...given({ lastRunId: systemMetadata.lastRunId }),
      },
      created: stamp,
    }),
    internal: {
      assignments,
      shownSince: internal.shownSince ?? aspect.sequence,
      shownAt: internal.shownAt ?? aspect.created.time,
    },
  };
}
