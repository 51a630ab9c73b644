import type { Plan, PlannedDefinition } from '../../../../model/plan.ts';
import { applyStructuredPropertyPlan } from '../../../../operations/structured-properties/apply-structured-property-plan.ts';
import { importStructuredProperties } from '../../../../operations/structured-properties/import-structured-properties.ts';
import { planStructuredProperties } from '../../../../operations/structured-properties/plan-structured-properties.ts';
import { answeredBy, bind, ofInput } from '../fields/bind-operation.ts';
import { planInput } from '../../inputs/plan-input.ts';
import type { Resolvers, Result } from '../../schema/schema-types.generated.ts';

/** Query that previews changes to structured property definitions. */
export const PLAN_QUERIES = {
  planStructuredProperties: answeredBy(planStructuredProperties, async (_root, { input }, context) =>
    present(await context.run(planStructuredProperties, planInput(input, context.references))),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Mutation that applies a plan. */
export const PLAN_MUTATIONS = {
  applyStructuredPropertyPlan: bind(
    applyStructuredPropertyPlan,
    ({ input, planToken }, { references }) => ({ ...planInput(input, references), planToken }),
    { present },
  ),
  importStructuredProperties: ofInput(importStructuredProperties, { present }),
} satisfies Partial<Resolvers['Mutation']>;

function present(plan: Plan): Result<'StructuredPropertyPlan'> {
  return { ...plan, definitions: plan.definitions.map(presentDefinition) };
}

function presentDefinition(planned: PlannedDefinition): object {
  return {
    ...planned,
    change: planned.change.toUpperCase(),
    byEntityType: counts(planned.byEntityType),
    byPlatform: counts(planned.byPlatform),
    byValue: counts(planned.byValue),
    ...(planned.inherited && {
      inherited: { ...planned.inherited, byValue: counts(planned.inherited.byValue) },
    }),
  };
}

/** Converts a map, which GraphQL lacks, to a list: highest count first, as in facets, then by value. */
function counts(of: Readonly<Record<string, number>>): readonly { value: string; count: number }[] {
  return Object.entries(of)
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
