import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { PLAN, PLAN_TOKEN } from './plan-shape.ts';
import { NEEDS_OF_PLANS, plansFor, propertiesOf, withUndo } from './property-plan.ts';

/**
 * Defines and deletes structured properties in one commit. With a plan token, throws CONFLICT and changes nothing if the
 * input differs from the plan, a definition has changed since, or more values or entities are affected than the plan
 * showed. Returns the plan.
 */
export const applyStructuredPropertyPlan = defineProtected({
  name: 'applyStructuredPropertyPlan',
  effect: 'write',
  proposing: 'hold',
  summary: 'Defines and deletes structured properties in one commit; with a plan token, exactly as planned.',
  input: () => objectOf({ ...PLAN, planToken: PLAN_TOKEN }),
  about: propertiesOf,
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  run: async ({ planToken, ...input }, work) =>
    withUndo(await plansFor(input, work).apply(input, planToken ?? undefined), input, work.settings),
});
