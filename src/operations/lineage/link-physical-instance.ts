import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { editNeed } from '../edit-need.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import { stampNow } from '../stamp-now.ts';
import { columnUrn } from './columns.ts';

interface Ends {
  readonly child: Urn;
  readonly parent: Urn;
}

/** Makes a dataset and the named columns instances of a logical dataset and its columns. */
export const linkPhysicalInstance = defineOperation({
  name: 'linkPhysicalInstance',
  effect: 'write',
  summary: 'Makes a dataset and its columns instances of a logical dataset and its columns.',
  /** A physical dataset, the logical one that it is an instance of, and their columns that belong together. */
  input: () =>
    objectOf({ child: URN, parent: URN, columns: list(objectOf({ ofParent: TEXT, ofChild: TEXT })) }),
  ...editNeed(({ child, parent }: Ends) => [child, parent]),
  run: async ({ child, parent, columns }, work) => {
    const stamp = { ...stampNow(work) };
    const instanceOf = (urn: Urn, destinationUrn: Urn): MetadataChangeProposal =>
      upsertOf(urn, 'logicalParent', { parent: { destinationUrn, created: stamp, lastModified: stamp } });
    const ofColumns = columns.map(({ ofParent, ofChild }) =>
      instanceOf(columnUrn(child, ofChild), columnUrn(parent, ofParent)),
    );
    return work.writes.ingest([instanceOf(child, parent), ...ofColumns]);
  },
});
