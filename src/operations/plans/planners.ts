import { EDIT_PLANNER } from './edits/edit-planner.ts';
import type { Planner } from './planner.ts';
import type { PlanKind } from './plans.ts';

/** How plans of each kind are made and applied. */
export const PLANNERS: Readonly<Record<PlanKind, Planner>> = {
  edit: EDIT_PLANNER,
};
