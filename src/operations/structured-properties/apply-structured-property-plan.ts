import * as v from 'valibot';
import { defineProtected } from '../operation.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { PLAN } from './plan-shape.ts';
import { NEEDS_OF_PLANS, plansFor, propertiesOf, withUndo } from './property-plan.ts';

/**
 * Defines and deletes structured properties in one commit. With a plan token, throws CONFLICT and changes nothing if the
 * input differs from the plan, a definition has changed since, or more values or entities are affected than the plan
 * showed. Returns the plan.
 */
export const applyStructuredPropertyPlan = defineProtected({
  name: 'applyStructuredPropertyPlan',
  effect: 'write',
  summary: 'Defines and deletes structured properties in one commit; with a plan token, exactly as planned.',
  /** `planToken`: token of the plan that showed the effects. */
  input: () => objectOf({ ...PLAN, planToken: v.nullish(TEXT) }),
  about: propertiesOf,
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  run: async ({ planToken, ...input }, work) =>
    withUndo(await plansFor(input, work).apply(input, planToken ?? undefined), input, work.settings),
});
