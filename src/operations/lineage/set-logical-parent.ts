import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';

/** A physical dataset or column, and its logical parent if it shall have one. */
interface LogicalLink {
  readonly child: EntityReference;
  readonly parent?: EntityReference | undefined;
}

const LOGICAL_TYPES: ReadonlySet<string> = new Set(['dataset', 'schemaField']);

/**
 * Sets the logical parent of a dataset or column, or removes it when none is given. For columns, the right to edit their
 * datasets is enough.
 */
export const setLogicalParent = defineOperation({
  name: 'setLogicalParent',
  effect: 'write',
  input: (types) =>
    v.pipe(
      v.object({ child: types.entity(), parent: v.optional(types.entity()) }),
      v.transform(requireLogicalTypes),
    ),
  needs: {
    anyOf: ['EDIT_ENTITY'],
    clauses: (link) =>
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
    const { child, parent } = link;
    const stamp = { ...stampNow(work) };
    const value = parent && { parent: { destinationUrn: parent.urn, created: stamp, lastModified: stamp } };
    await work.ingest([upsertOf(child.urn, 'logicalParent', value ?? {})]);
  },
});

function endsOf({ child, parent }: LogicalLink): readonly EntityReference[] {
  return parent === undefined ? [child] : [child, parent];
}

/** The link; throws INVALID_REQUEST unless it is of datasets or of columns. */
function requireLogicalTypes(link: LogicalLink): LogicalLink {
  const other = endsOf(link).find(
    ({ entityType }) => !LOGICAL_TYPES.has(entityType) || entityType !== link.child.entityType,
  );
  if (other === undefined) return link;
  throw invalidRequest(
    `${other.urn} cannot be part of this logical parent link. Use two datasets or two columns.`,
  );
}
