import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import { described, objectOf } from '../shapes.ts';

/** A physical dataset or column, and its new logical parent, if any. */
interface LogicalLink {
  readonly resourceUrn: EntityReference;
  readonly parentUrn?: EntityReference | undefined;
}

/**
 * Sets the logical parent of a dataset or column, or removes it when none is given. For columns, the right to edit their
 * datasets is enough.
 */
export const setLogicalParent = defineOperation({
  name: 'setLogicalParent',
  effect: 'write',
  summary: 'Sets the logical parent of a dataset or column, or removes it if none is given.',
  input: (types) =>
    objectOf({
      resourceUrn: described('Urn of the physical dataset or column.', types.entity()),
      parentUrn: described('Urn of the logical dataset or column; omit for none.', types.optionalEntity()),
    }),
  needs: {
    anyOf: ['EDIT_ENTITY'],
    clauses: (link: LogicalLink) =>
      endsOf(link).map(({ urn }) =>
        [...new Set([urn, holderOf(urn) ?? urn])].map((one) => ({ privilege: 'EDIT_ENTITY', urn: one })),
      ),
  },
  run: async (link, work) => {
    await requireExisting(
      endsOf(link).filter(({ entityType }) => entityType === 'dataset'),
      (urn) => `Dataset ${urn} does not exist. Create it first.`,
      work,
    );
    const { resourceUrn: child, parentUrn: parent } = link;
    const stamp = { ...stampNow(work) };
    const value = parent && { parent: { destinationUrn: parent.urn, created: stamp, lastModified: stamp } };
    await work.ingest([upsertOf(child.urn, 'logicalParent', value ?? {})]);
  },
});

function endsOf({ resourceUrn: child, parentUrn: parent }: LogicalLink): readonly EntityReference[] {
  return parent === undefined ? [child] : [child, parent];
}
