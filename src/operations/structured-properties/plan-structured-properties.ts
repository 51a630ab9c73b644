import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { PLAN } from './plan-shape.ts';
import { NEEDS_OF_PLANS, plansFor, propertiesOf, withUndo } from './property-plan.ts';

/** Dry run of writing property definitions and deleting properties, exact as of one commit. */
export const planStructuredProperties = defineProtected({
  name: 'planStructuredProperties',
  effect: 'read',
  summary: 'Shows what defining and deleting structured properties would do, without writing.',
  input: () => objectOf(PLAN),
  about: propertiesOf,
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to plan changes to structured properties. Please contact your admin.',
  isLong: true,
  run: async (input, work) => withUndo(await plansFor(input, work).plan(input), input, work.settings),
});
