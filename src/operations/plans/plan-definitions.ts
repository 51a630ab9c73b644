import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { PLAN } from '../structured-properties/plan-shape.ts';
import { REASON } from './plan-shapes.ts';

/** Makes a plan of writing and deleting definitions of structured properties: `planStructuredProperties`, kept. */
export const planDefinitions = defineProtected({
  name: 'planDefinitions',
  effect: 'write',
  proposing: 'run',
  summary: 'Shows what defining and deleting structured properties would do, and keeps it as a plan.',
  // `planStructuredProperties` checks the right.
  needs: TOKEN,
  isLong: true,
  input: () => objectOf({ ...PLAN, reason: REASON }),
  run: ({ reason, ...input }, { actor, services }) =>
    services.plans.make(actor, { kind: 'definitions', input, reason }),
});
