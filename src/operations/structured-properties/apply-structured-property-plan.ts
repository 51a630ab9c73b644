import type { PlanInput } from '../../model/plan.ts';
import { defineProtectedModelled } from '../operation.ts';
import { NEEDS_OF_PLANS, plansFor, propertiesOf, withUndo } from './property-plan.ts';

/** What to apply, and the token of the plan that showed its effects. */
interface PlanApplication extends PlanInput {
  readonly planToken?: string | null | undefined;
}

/**
 * Defines and deletes structured properties in one commit. With a plan token, throws CONFLICT and changes nothing if the
 * input differs from the plan, a definition has changed since, or more values or entities are affected than the plan
 * showed. Returns the plan.
 */
export const applyStructuredPropertyPlan = defineProtectedModelled({
  name: 'applyStructuredPropertyPlan',
  effect: 'write',
  summary:
    'Defines and deletes structured properties in one commit, exactly as a plan showed if its token is given.',
  about: propertiesOf,
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  run: async ({ planToken, ...input }: PlanApplication, work) =>
    withUndo(await plansFor(input, work).apply(input, planToken ?? undefined), input, work.settings),
});
