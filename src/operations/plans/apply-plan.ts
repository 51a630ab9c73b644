import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, described, objectOf, oneOf } from '../shapes.ts';
import { PLAN_KINDS } from './plans.ts';

/** Applies a plan of the caller, made with the same token, as it was shown: see `Plans.apply`. */
export const applyPlan = defineProtected({
  name: 'applyPlan',
  effect: 'write',
  proposing: 'run',
  summary: 'Does what a plan showed, once, with your current rights.',
  // The operations of the plan have their own needs.
  needs: TOKEN,
  isLong: true,
  input: () =>
    objectOf({
      plan: described('Name of the plan.', TEXT),
      kind: described('What kind of plan it must be.', oneOf(PLAN_KINDS)),
    }),
  run: (named, { actor, services }) => services.plans.apply(actor, named),
});
