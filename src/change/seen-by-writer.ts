import type { Aspect } from '../model/aspect.ts';
import { COLUMN_TYPE } from '../model/lineage.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { assignmentsInPart } from '../model/visible-assignments.ts';
import { splitAssignments } from './property-assignments.ts';
import type { AspectChange, ResolvedProposal, RuleContext } from './rules.ts';

/** Whether the aspect is shown to the writer in part, whatever is in it: nothing may tell of all of it. */
export function isSeenInPart(
  { aspect }: Pick<AspectChange, 'aspect'>,
  { rights }: Pick<RuleContext, 'rights'>,
): boolean {
  return aspect.name === STRUCTURED_PROPERTY.assignmentAspect && rights?.seesEveryProperty === false;
}

/**
 * The aspect before a change as its writer would read it, with the version that conditional writes name; undefined
 * when there is none for the writer, who decides upon that and not upon what is hidden.
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
 * Whether the entity was there for the writer before the batch: a column of which the writer sees nothing was not, as it
 * may have come into being with what is hidden.
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
