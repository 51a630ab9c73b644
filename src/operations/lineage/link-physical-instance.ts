import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { editNeed } from '../edit-need.ts';
import { defineModelled } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { columnUrn } from './columns.ts';

/** A physical dataset, the logical one that it is an instance of, and their columns that belong together. */
interface InstanceLink {
  readonly child: Urn;
  readonly parent: Urn;
  readonly columns: readonly { readonly ofParent: string; readonly ofChild: string }[];
}

/** Makes a dataset and the named columns instances of a logical dataset and its columns. */
export const linkPhysicalInstance = defineModelled({
  name: 'linkPhysicalInstance',
  effect: 'write',
  summary: 'Makes a dataset and its columns instances of a logical dataset and its columns.',
  ...editNeed(({ child, parent }: InstanceLink) => [child, parent]),
  run: async ({ child, parent, columns }: InstanceLink, work) => {
    const stamp = { ...stampNow(work) };
    const instanceOf = (urn: Urn, destinationUrn: Urn): MetadataChangeProposal =>
      upsertOf(urn, 'logicalParent', { parent: { destinationUrn, created: stamp, lastModified: stamp } });
    const ofColumns = columns.map(({ ofParent, ofChild }) =>
      instanceOf(columnUrn(child, ofChild), columnUrn(parent, ofParent)),
    );
    return work.writes.ingest([instanceOf(child, parent), ...ofColumns]);
  },
});
