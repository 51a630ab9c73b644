import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import type { OutputOf } from '../../../operations/operation.ts';
import { objectOf } from '../../../operations/shapes.ts';
import { applyStructuredPropertyPlan } from '../../../operations/structured-properties/apply-structured-property-plan.ts';
import { PLAN } from '../../../operations/structured-properties/plan-shape.ts';
import { planStructuredProperties } from '../../../operations/structured-properties/plan-structured-properties.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { UNTRUSTED, answerOf, count, text, urns } from './outputs.ts';
import { REASON, maybe, shortText } from './shapes.ts';
import { defineTool } from './tool.ts';

type Planned = OutputOf<typeof planStructuredProperties>['definitions'][number];

/** Defines and deletes structured properties, after a plan. */
export const setDefinitions = defineTool({
  name: 'set_definitions',
  title: 'Define structured properties',
  description:
    'Defines, changes and deletes structured properties in one commit. Without plan: shows what would happen, such as how many assets lose values, and writes nothing. To apply, send the same definitions and deletions again with the plan of the answer and a reason; CONFLICT if more would be affected by then.',
  operations: [planStructuredProperties, applyStructuredPropertyPlan],
  mayRemove: true,
  input: () =>
    objectOf({
      ...PLAN,
      plan: maybe('Plan of the answer that showed what would happen.', shortText(1_000)),
      reason: maybe('Why, for the audit log; required with plan.', REASON),
    }),
  output: answerOf({
    plan: text,
    commit: v.optional(count),
    undoable_until: v.optional(text),
    definitions: v.array(
      v.object({
        urn: text,
        change: text,
        assets: count,
        values: count,
        sample: urns,
        version_above: v.optional(text),
        untrusted: UNTRUSTED,
      }),
    ),
  }),
  run: async ({ plan: planToken, reason, ...input }, { requester }) => {
    if (planToken !== undefined && reason === undefined) {
      throw invalidRequest('Applying a plan needs a reason of 1 to 500 characters.', 'reason');
    }
    const plan =
      planToken === undefined
        ? await requester.run(planStructuredProperties, input)
        : await requester.run(applyStructuredPropertyPlan, { ...input, planToken });
    const definitions: JsonValue[] = plan.definitions.map(present);
    const { commit, undoableUntil } = plan;
    return {
      body: {
        plan: plan.planToken,
        commit,
        undoable_until: undoableUntil === undefined ? undefined : new Date(undoableUntil).toISOString(),
        definitions,
      },
      lists: [
        { what: 'definitions', items: definitions, total: definitions.length, how: 'fewer definitions' },
      ],
    };
  },
});

/** The effect on a property; reasons quote values and names. */
function present({
  byValue,
  change,
  entities,
  reasons,
  sampleUrns,
  urn,
  values,
  versionAbove,
}: Planned): JsonObject {
  return {
    urn,
    change,
    assets: entities,
    values,
    sample: sampleUrns.slice(),
    ...(versionAbove !== undefined && { version_above: versionAbove }),
    untrusted: { reasons: reasons.slice(), by_value: { ...byValue } },
  };
}
