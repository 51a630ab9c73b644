import type { PlanInput } from '../../model/plan.ts';
import type { JsonObject } from '../../util/json.ts';
import { applyStructuredPropertyPlan } from '../structured-properties/apply-structured-property-plan.ts';
import { planStructuredProperties } from '../structured-properties/plan-structured-properties.ts';
import { asJson } from './as-json.ts';
import type { Planner } from './planner.ts';

/** What a plan of definitions keeps. */
interface DefinitionsContent {
  readonly input: PlanInput;
  readonly planToken: string;
}

/** Plans of definitions of structured properties. */
export const DEFINITIONS_PLANNER: Planner<'definitions'> = {
  plan: async ({ input }, runner) => {
    const plan = await runner.run(planStructuredProperties, rawOf(input));
    const changes = plan.definitions.some(({ change }) => change !== 'none');
    const content: DefinitionsContent = { input, planToken: plan.planToken };
    return { shown: shownOf(plan), content: changes ? asJson(content) : undefined };
  },
  apply: async ({ content }, runner) => {
    // Only `plan` writes it.
    const { input, planToken } = content as unknown as DefinitionsContent;
    return shownOf(await runner.run(applyStructuredPropertyPlan, { ...rawOf(input), planToken }));
  },
};

function rawOf({ definitions, deletions }: PlanInput) {
  return {
    definitions: definitions.map((one) => ({ ...one })),
    deletions: deletions.map((one) => ({ ...one })),
  };
}

function shownOf({ planToken: _token, ...shown }: { readonly planToken: string }): JsonObject {
  return asJson(shown);
}
