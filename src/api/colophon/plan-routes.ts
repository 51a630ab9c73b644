import * as v from 'valibot';
import { applyStructuredPropertyPlan } from '../../operations/structured-properties/apply-structured-property-plan.ts';
import { planStructuredProperties } from '../../operations/structured-properties/plan-structured-properties.ts';
import { FLAG, OBJECT, TEXT, URN, batchOf, objectOf } from './body-shapes.ts';
import { ownRoute } from './own-route.ts';
import type { OwnRoute } from './own-route.ts';

const DEFINITION = v.pipe(
  objectOf({ urn: URN, propertyDefinition: OBJECT, structuredPropertySettings: v.nullish(OBJECT) }),
  v.transform(({ structuredPropertySettings: settings, ...definition }) => ({
    ...definition,
    ...(settings && { structuredPropertySettings: settings }),
  })),
);

const CHANGES = {
  definitions: v.nullish(batchOf('definitions', DEFINITION), []),
  deletions: v.nullish(batchOf('deletions', objectOf({ urn: URN, hard: v.nullish(FLAG, false) })), []),
};

/** Body of a request for a plan. */
export const PLAN_BODY = objectOf(CHANGES);

/** Body of a request to apply a plan. */
export const APPLY_BODY = objectOf({ ...CHANGES, planToken: v.nullish(TEXT) });

/** Changes of structured properties. */
export const PLAN_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    ...{ method: 'POST', path: '/plans', operation: planStructuredProperties },
    summary: 'Tell what changes of structured properties would do to their values',
    body: PLAN_BODY,
    answer: ({ body, requester }) => requester.run(planStructuredProperties, body),
  }),
  ownRoute({
    ...{ method: 'POST', path: '/plans/apply', operation: applyStructuredPropertyPlan },
    summary:
      'Change structured properties; with the token of a plan, only if that affects no more than the plan showed',
    body: APPLY_BODY,
    answer: ({ body, requester }) => requester.run(applyStructuredPropertyPlan, body),
  }),
];
