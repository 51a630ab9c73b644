import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { editNeed } from '../edit-need.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import { stampNow } from '../stamp-now.ts';
import { columnUrn } from './columns.ts';

interface Ends {
  readonly childUrn: EntityReference;
  readonly logicalParentUrn: EntityReference;
}

const MAPPING = objectOf({
  parentFieldPath: described('Field path of the column of the logical dataset.', TEXT),
  childFieldPath: described('Field path of the column of the physical dataset.', TEXT),
});

/** Makes a dataset and the named columns instances of a logical dataset and its columns. */
export const linkPhysicalInstance = defineOperation({
  name: 'linkPhysicalInstance',
  effect: 'write',
  summary: 'Makes a dataset and its columns instances of a logical dataset and its columns.',
  input: (types) =>
    objectOf({
      logicalParentUrn: described('Urn of the logical dataset.', types.entityOf('dataset')),
      childUrn: described(
        'Urn of the physical dataset that is an instance of it.',
        types.entityOf('dataset'),
      ),
      columnMappings: v.nullish(described('Logical column and its physical instance.', list(MAPPING)), []),
    }),
  ...editNeed(({ childUrn, logicalParentUrn }: Ends) => [childUrn.urn, logicalParentUrn.urn]),
  run: async ({ childUrn: { urn: child }, logicalParentUrn: { urn: parent }, columnMappings }, work) => {
    const stamp = { ...stampNow(work) };
    const instanceOf = (urn: Urn, destinationUrn: Urn): MetadataChangeProposal =>
      upsertOf(urn, 'logicalParent', { parent: { destinationUrn, created: stamp, lastModified: stamp } });
    const ofColumns = columnMappings.map(({ parentFieldPath, childFieldPath }) =>
      instanceOf(columnUrn(child, childFieldPath), columnUrn(parent, parentFieldPath)),
    );
    return work.writes.ingest([instanceOf(child, parent), ...ofColumns]);
  },
});
