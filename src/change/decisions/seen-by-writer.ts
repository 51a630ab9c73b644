import type { Aspect } from '../../model/aspect.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { assignmentsInPart } from '../../model/visibility/visible-assignments.ts';
import { splitAssignments } from '../properties/property-assignments.ts';
import type { AspectChange, ResolvedProposal, RuleContext } from '../rules.ts';

/** Whether the writer may see only part of the aspect. Results then must not reveal the whole. */
export function isSeenInPart(
  { aspect }: Pick<AspectChange, 'aspect'>,
  { rights }: Pick<RuleContext, 'rights'>,
): boolean {
  return aspect.name === STRUCTURED_PROPERTY.assignmentAspect && rights?.seesEveryProperty === false;
}

/**
 * The aspect before a change as visible to the writer, with the version that conditional writes compare; undefined when
 * the writer sees none. Conditions must depend on visible content only.
 */
export function seenByWriter(
  change: Pick<AspectChange, 'aspect' | 'row' | 'before'>,
  context: Pick<RuleContext, 'rights'>,
): Aspect | undefined {
  const { before, row } = change;
  if (!isSeenInPart(change, context)) return row?.aspect;
  return row && before && assignmentsInPart(row.aspect, before);
}

/**
 * Whether the entity existed before the batch, as visible to the writer. A column (schema field) counts as missing when
 * the writer sees none of its aspects: it may have been created by a hidden assignment.
 */
export function wasThere(
  { entity, urn }: Pick<ResolvedProposal, 'entity' | 'urn'>,
  context: RuleContext,
): boolean {
  const { found, rights } = context;
  if (found.entity(urn) === undefined) return false;
  if (entity.name !== COLUMN_TYPE || rights?.seesEveryProperty !== false) return true;
  return [...entity.aspects.values()].some((aspect) => {
    const row = found.row(urn, aspect.name);
    if (row === undefined || aspect.name !== STRUCTURED_PROPERTY.assignmentAspect) return row !== undefined;
    return assignmentsInPart(row.aspect, splitAssignments(row, found, rights).visible) !== undefined;
  });
}
