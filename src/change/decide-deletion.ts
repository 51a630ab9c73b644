import type { Outcome, Step } from './decision-step.ts';
import { nothing } from './decision-step.ts';
import { visibleValue } from './decide-aspect.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { mergeAssignments, splitAssignments } from './property-assignments.ts';
import { canonicalAspect } from '../model/aspect-text.ts';
import { Aspect } from '../model/aspect.ts';
import type { RowWrite } from '../store/metadata-store.ts';
import { checkRules } from './validators/index.ts';

/** Decides the deletion of an aspect with all its versions; deleting the key deletes the entity. */
export function decideDeletion(step: Step): Outcome {
  const { aspect, context, entity, urn } = step;
  const aspectName = aspect.name;
  if (context.state.entity(urn) === undefined) return nothing(step, 'deleted');
  const row = context.state.row(urn, aspectName);
  const change = { ...step, row, before: visibleValue(step), after: undefined };
  return {
    writes: [aspect === entity.keyAspect ? { kind: 'deleteEntity', urn } : deletion(step)],
    entries: [{ urn, aspectName, changeType: 'DELETE' }],
    failures: checkRules(change, context),
    result: { urn, aspectName, outcome: 'deleted' },
  };
}

/** A writer deletes what it sees: values of soft-deleted properties stay, so that restoring finds them. */
function deletion({ aspect, context, urn }: Step): RowWrite {
  const row = context.state.row(urn, aspect.name);
  if (row !== undefined && aspect.name === STRUCTURED_PROPERTY.assignmentAspect) {
    const { hidden } = splitAssignments(row, context.state);
    if (hidden.length > 0) {
      const { value, internal } = mergeAssignments({ properties: [] }, hidden, context.state);
      return {
        kind: 'putAspect',
        row: { aspect: new Aspect({ ...row.aspect, text: canonicalAspect(aspect, value) }), internal },
      };
    }
  }
  return { kind: 'deleteAspect', urn, aspectName: aspect.name };
}
