import { applyStructuredPropertyPlan } from '../../operations/structured-properties/apply-structured-property-plan.ts';
import { countCoverageOverTime } from '../../operations/structured-properties/count-coverage-over-time.ts';
import { countPropertyCoverage } from '../../operations/structured-properties/count-property-coverage.ts';
import { importStructuredProperties } from '../../operations/structured-properties/import-structured-properties.ts';
import { planStructuredProperties } from '../../operations/structured-properties/plan-structured-properties.ts';
import { undoStructuredPropertyPlan } from '../../operations/structured-properties/undo-structured-property-plan.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Changes and coverage of structured properties. */
export const PLAN_ROUTES: readonly OwnRoute[] = [
  exposed('POST /plans', planStructuredProperties),
  exposed('POST /plans/apply', applyStructuredPropertyPlan),
  exposed('POST /plans/import', importStructuredProperties),
  exposed('POST /plans/undo', undoStructuredPropertyPlan),
  exposed('POST /property-coverage', countPropertyCoverage, {
    mayOmitBody: true,
    present: (properties) => ({ properties }),
  }),
  exposed('POST /property-coverage/over-time', countCoverageOverTime, { mayOmitBody: true }),
];
