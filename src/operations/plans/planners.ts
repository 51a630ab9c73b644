import { DEFINITIONS_PLANNER } from './definitions-planner.ts';
import { EDIT_PLANNER } from './edits/edit-planner.ts';
import type { OpenPlan, Planned, Planner, Runner } from './planner.ts';
import type { PlanKind, PlanRequest } from './plans.ts';
import { UNDO_PLANNER } from './undo/undo-planner.ts';

/** How plans of each kind are made and applied. */
const PLANNERS: { readonly [Kind in PlanKind]: Planner<Kind> } = {
  edit: EDIT_PLANNER,
  undo: UNDO_PLANNER,
  definitions: DEFINITIONS_PLANNER,
};

/** Makes a dry run. */
export function planOf(request: PlanRequest, runner: Runner): Promise<Planned> {
  switch (request.kind) {
    case 'edit':
      return PLANNERS.edit.plan(request, runner);
    case 'undo':
      return PLANNERS.undo.plan(request, runner);
    case 'definitions':
      return PLANNERS.definitions.plan(request, runner);
  }
}

/** Does what a plan of the kind showed. */
export function applied(
  kind: PlanKind,
  plan: OpenPlan,
  runner: Runner,
): ReturnType<Planner<PlanKind>['apply']> {
  return PLANNERS[kind].apply(plan, runner);
}
