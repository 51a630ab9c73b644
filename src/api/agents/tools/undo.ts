import * as v from 'valibot';
import { EDIT_NUMBER } from '../../../operations/bulk-edits/edit-shape.ts';
import { applyPlan } from '../../../operations/plans/apply-plan.ts';
import { planUndo } from '../../../operations/plans/plan-undo.ts';
import { TEXT, URN, objectOf } from '../../../operations/shapes.ts';
import { objects } from '../../../util/json/json-members.ts';
import type { JsonValue } from '../../../util/json.ts';
import { UNTRUSTED, text } from './outputs.ts';
import {
  MOST_SHOWN,
  PLAN_ARGUMENTS,
  appliedPlan,
  failureJson,
  planArguments,
  planOutput,
  plannedAnswer,
} from './plan-json.ts';
import { from, maybe } from './shapes.ts';
import { defineTool } from './tool.ts';

/** Undoes what was written, after a plan. */
export const undo = defineTool({
  name: 'undo',
  title: 'Undo',
  description:
    'Undoes one of: an edit that you started, a commit of set_metadata or set_definitions, all that a run wrote, or the hard deletion of the entity urn. With reason it shows a plan; then send plan alone to apply it. kept lists what stays because it changed since. An undo can be undone by its own edit.',
  operations: [planUndo, applyPlan],
  mayRemove: true,
  input: () =>
    objectOf({
      edit: maybe('Number of the edit.', EDIT_NUMBER),
      commit: maybe('Number of the commit.', from(1)),
      run: maybe('Id of the run.', TEXT),
      urn: maybe('Urn of the deleted entity.', URN),
      ...PLAN_ARGUMENTS,
    }),
  output: planOutput({
    kept: v.optional(v.array(v.object({ urn: v.optional(text), untrusted: UNTRUSTED }))),
  }),
  run: async ({ plan, reason, ...of }, { requester }) => {
    const isNamed = Object.values(of).some((one) => one !== undefined);
    const given = planArguments({ plan, reason }, isNamed ? of : undefined, 'edit');
    if (given.plan !== undefined) {
      return { body: await appliedPlan(requester, { plan: given.plan, kind: 'undo' }) };
    }
    const shown = await requester.run(planUndo, { ...given.asked, reason: given.reason });
    const all = objects(shown['kept']);
    const kept: JsonValue[] = all.slice(0, MOST_SHOWN).map((one) => {
      const { urn, untrusted } = failureJson(one);
      return { urn, untrusted };
    });
    const answer = plannedAnswer(shown, { kept });
    const list = { what: 'kept', items: kept, total: all.length, how: 'the changes of the entities' };
    return { ...answer, lists: [...(answer.lists ?? []), list] };
  },
});
