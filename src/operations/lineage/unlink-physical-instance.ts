import { upsertOf } from '../../model/proposal-builders.ts';
import type { Urn } from '../../model/urn.ts';
import { editNeed } from '../edit-need.ts';
import { defineOperation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';
import { columnPaths, columnUrn } from './columns.ts';

interface Instance {
  readonly child: Urn;
}

/** Removes the logical parents of a dataset and its columns. Writes only those that have one, so creates no column. */
export const unlinkPhysicalInstance = defineOperation({
  name: 'unlinkPhysicalInstance',
  effect: 'write',
  summary: 'Removes the logical parents of a dataset and its columns.',
  input: () => objectOf({ child: URN }),
  ...editNeed(({ child }: Instance) => [child]),
  run: async ({ child }, work) => {
    const columns = (await columnPaths(child, work)) ?? [];
    const urns = [child, ...columns.map((path) => columnUrn(child, path))];
    const found = await work.query.getEntities(urns, ['logicalParent'], work.scope);
    const linked = urns.filter((urn) => found.get(urn)?.get('logicalParent')?.value['parent'] !== undefined);
    return work.writes.ingest(linked.map((urn) => upsertOf(urn, 'logicalParent', {})));
  },
});
