import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { editNeed } from '../edit-need.ts';
import { defineOperation } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { columnPaths, columnUrn } from './columns.ts';

interface Instance {
  readonly childUrn: EntityReference;
}

/** Removes the logical parents of a dataset and its columns. Writes only columns that have one, so creates no column. */
export const unlinkPhysicalInstance = defineOperation({
  name: 'unlinkPhysicalInstance',
  effect: 'write',
  summary: 'Removes the logical parents of a dataset and its columns.',
  input: (types) =>
    objectOf({ childUrn: described('Urn of the physical dataset.', types.entityOf('dataset')) }),
  ...editNeed(({ childUrn }: Instance) => [childUrn.urn]),
  run: async ({ childUrn: { urn: child } }, work) => {
    const columns = (await columnPaths(child, work)) ?? [];
    const urns = [child, ...columns.map((path) => columnUrn(child, path))];
    const found = await work.query.getEntities(urns, ['logicalParent'], work.scope);
    const linked = urns.filter((urn) => found.get(urn)?.get('logicalParent')?.value['parent'] !== undefined);
    return work.writes.ingest(linked.map((urn) => upsertOf(urn, 'logicalParent', {})));
  },
});
