import * as v from 'valibot';
import { applyStructuredPropertyPlan } from '../../operations/structured-properties/apply-structured-property-plan.ts';
import { planStructuredProperties } from '../../operations/structured-properties/plan-structured-properties.ts';
import { undoStructuredPropertyPlan } from '../../operations/structured-properties/undo-structured-property-plan.ts';
import { FLAG, OBJECT, TEXT, URN, batchOf, objectOf } from '../../operations/shapes.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

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

const A_COMMIT = 'the number of a commit';

/** Body of a request to undo an applied plan. */
export const UNDO_PLAN_BODY = v.pipe(
  objectOf({ commit: v.pipe(v.number(A_COMMIT), v.safeInteger(A_COMMIT)), dryRun: v.nullish(FLAG, false) }),
  v.transform(({ commit, dryRun: isTrial }) => ({ commit, isTrial })),
);

/** Changes of structured properties. */
export const PLAN_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'POST',
    path: '/plans',
    operation: planStructuredProperties,
    summary: 'Tell what changes of structured properties would do to their values',
    body: PLAN_BODY,
    answer: ({ body, requester }) => requester.run(planStructuredProperties, body),
  }),
  ownRoute({
    method: 'POST',
    path: '/plans/apply',
    operation: applyStructuredPropertyPlan,
    summary:
      'Change structured properties; with the token of a plan, only if that affects no more than the plan showed',
    body: APPLY_BODY,
    answer: ({ body, requester }) => requester.run(applyStructuredPropertyPlan, body),
  }),
  ownRoute({
    method: 'POST',
    path: '/plans/undo',
    operation: undoStructuredPropertyPlan,
    summary:
      'Undo the plan that a commit applied, with the values that it removed; what has been changed since stays',
    body: UNDO_PLAN_BODY,
    answer: ({ body, requester }) => requester.run(undoStructuredPropertyPlan, body),
  }),
];
