import * as v from 'valibot';
import { applyPlan } from '../../../operations/plans/apply-plan.ts';
import { planDefinitions } from '../../../operations/plans/plan-definitions.ts';
import { objectOf } from '../../../operations/shapes.ts';
import { applyStructuredPropertyPlan } from '../../../operations/structured-properties/apply-structured-property-plan.ts';
import { PLAN } from '../../../operations/structured-properties/plan-shape.ts';
import { planStructuredProperties } from '../../../operations/structured-properties/plan-structured-properties.ts';
import { given } from '../../../util/given.ts';
import { numeric, object, objects, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { Answer } from '../shaping/answer.ts';
import { UNTRUSTED, answerOf, count, text, urns } from './outputs.ts';
import { HELD_OUTPUT, PLAN_ARGUMENTS, appliedPlan, planArguments } from './plan-json.ts';
import { defineTool } from './tool.ts';

/** Defines and deletes structured properties, after a plan. */
export const setDefinitions = defineTool({
  name: 'set_definitions',
  title: 'Define structured properties',
  description:
    'Defines, changes and deletes structured properties in one commit. With definitions or deletions and a reason it writes nothing and shows a plan, such as how many assets lose values or break rules. Then send plan alone to apply it; CONFLICT if more would be affected by then. A plan is valid for an hour. undo takes the commit.',
  operations: [planDefinitions, applyPlan, planStructuredProperties, applyStructuredPropertyPlan],
  mayRemove: true,
  input: () => objectOf({ ...PLAN, ...PLAN_ARGUMENTS }),
  output: answerOf({
    plan: v.optional(text),
    commit: v.optional(count),
    undoable_until: v.optional(text),
    ...HELD_OUTPUT,
    definitions: v.array(
      v.object({
        urn: text,
        change: text,
        assets: count,
        values: count,
        sample: urns,
        version_above: v.optional(text),
        violations: v.optional(
          v.object({
            assets: count,
            by_rule: v.array(v.object({ rule: text, assets: count, sample: urns })),
          }),
        ),
        inherited: v.optional(v.object({ sources: count, assets: count, sample: urns })),
        untrusted: UNTRUSTED,
      }),
    ),
  }),
  run: async ({ definitions, deletions, plan, reason }, { requester }) => {
    const input = definitions.length + deletions.length > 0 ? { definitions, deletions } : undefined;
    const given = planArguments({ plan, reason }, input, 'definitions');
    if (given.plan !== undefined) {
      return answer(await appliedPlan(requester, { plan: given.plan, kind: 'definitions' }));
    }
    return answer(await requester.run(planDefinitions, { ...given.asked, reason: given.reason }));
  },
});

function answer({ commit, definitions, plan, proposal, state, undoableUntil }: JsonObject): Answer {
  const shown: JsonValue[] = objects(definitions).map(present);
  const until = numeric(undoableUntil);
  return {
    body: {
      plan,
      commit,
      state,
      proposal,
      undoable_until: until === undefined ? undefined : new Date(until).toISOString(),
      definitions: shown,
    },
    lists: [{ what: 'definitions', items: shown, total: shown.length, how: 'fewer definitions' }],
  };
}

/** The effect on a property; reasons quote values and names. */
function present({
  byValue,
  change,
  entities,
  inherited,
  reasons,
  sampleUrns,
  urn,
  values,
  versionAbove,
  violations,
}: JsonObject): JsonObject {
  return {
    urn,
    change,
    assets: entities,
    values,
    sample: texts(sampleUrns).slice(),
    ...(versionAbove !== undefined && { version_above: versionAbove }),
    ...given({
      violations: shownViolations(object(violations)),
      inherited: shownInheritance(object(inherited)),
    }),
    untrusted: {
      reasons: texts(reasons).slice(),
      by_value: object(byValue),
      ...given({ inherited: object(object(inherited)?.['byValue']) }),
    },
  };
}

/** Assets that inherit values of a property once the plan is applied. */
function shownInheritance(inherited: JsonObject | undefined): JsonObject | undefined {
  return (
    inherited && {
      sources: inherited['sources'],
      assets: inherited['entities'],
      sample: texts(inherited['sampleUrns']).slice(),
    }
  );
}

/** Assets that break the rules of a property once the plan is applied. */
function shownViolations(violations: JsonObject | undefined): JsonObject | undefined {
  return (
    violations && {
      assets: violations['entities'],
      by_rule: objects(violations['byRule']).map(({ entities, rule, sampleUrns }) => ({
        rule,
        assets: entities,
        sample: texts(sampleUrns).slice(),
      })),
    }
  );
}
