import * as v from 'valibot';
import { HeldError, invalidRequest } from '../../../errors.ts';
import { applyPlan } from '../../../operations/plans/apply-plan.ts';
import type { NamedPlan } from '../../../operations/plans/plans.ts';
import type { Requester } from '../../../operations/requester.ts';
import { numeric, object, objects, text as textOf, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { Answer, CutList } from '../shaping/answer.ts';
import { UNTRUSTED, answerOf, count, text } from './outputs.ts';
import { REASON, maybe, shortText } from './shapes.ts';

/** Changes and failures in an answer. */
export const MOST_SHOWN = 20;

/** Arguments of every tool that plans before it writes. */
export const PLAN_ARGUMENTS = {
  reason: maybe('Why, for the audit log; required without plan.', REASON),
  plan: maybe('The plan of an earlier answer, alone: applies it.', shortText(40)),
};

/** Members of an answer to a plan that was applied with a propose-only token. */
export const HELD_OUTPUT = {
  state: v.optional(v.picklist(['done', 'running', 'failed', 'held'])),
  proposal: v.optional(text),
};

/** Shape of the failures of an edit. */
export const FAILURES = v.array(
  v.object({ urn: v.optional(text), code: v.optional(text), kind: v.optional(text), untrusted: UNTRUSTED }),
);

/** Shape of the answer of a tool that plans changes of assets, and applies the plan. */
export function planOutput(further: v.ObjectEntries = {}): v.GenericSchema {
  return answerOf({
    plan: v.optional(text),
    assets: v.optional(count),
    changed: v.optional(count),
    unchanged: v.optional(count),
    failed: v.optional(count),
    sample: v.optional(v.array(v.object({ urn: text, fields: v.array(text), untrusted: UNTRUSTED }))),
    failures: v.optional(FAILURES),
    edit: v.optional(count),
    commit: v.optional(count),
    ...HELD_OUTPUT,
    ...further,
  });
}

/** What a tool is asked for: to apply a plan, or to make one. */
export type PlanArguments<Asked> =
  | { readonly plan: string }
  | { readonly plan: undefined; readonly asked: Asked; readonly reason: string };

/** Reads the arguments of a tool that plans. `asked`: those for a new plan, undefined if there are none. Throws INVALID_REQUEST. */
export function planArguments<Asked>(
  { plan, reason }: { readonly plan: string | undefined; readonly reason: string | undefined },
  asked: Asked | undefined,
  name: string,
): PlanArguments<Asked> {
  if (plan !== undefined) {
    if (asked === undefined && reason === undefined) return { plan };
    throw invalidRequest('A plan has its changes and its reason. Send plan alone.', 'plan');
  }
  if (asked === undefined)
    throw invalidRequest(`Send ${name} and reason for a plan, or a plan to apply it.`, name);
  if (reason === undefined) throw invalidRequest('A plan needs a reason of 1 to 500 characters.', 'reason');
  return { plan, asked, reason };
}

/** Applies a plan. With a propose-only token it changes nothing, and answers the proposal that it became. */
export async function appliedPlan(requester: Requester, plan: NamedPlan): Promise<JsonObject> {
  try {
    return await requester.run(applyPlan, plan);
  } catch (error) {
    if (error instanceof HeldError) return { state: 'held', proposal: error.proposal };
    throw error;
  }
}

/** The answer with a plan. */
export function plannedAnswer(shown: JsonObject, further: JsonObject = {}): Answer {
  const sample: JsonValue[] = objects(shown['changes']).slice(0, MOST_SHOWN).map(changeJson);
  const failures: JsonValue[] = objects(shown['failures']).slice(0, MOST_SHOWN).map(failureJson);
  const changed = numeric(shown['changed']) ?? 0;
  const { assets, failed, plan, unchanged } = shown;
  return {
    body: { plan, assets, changed, unchanged, failed, sample, failures, ...further },
    lists: [
      { what: 'sample', items: sample, total: changed, how: 'get_edit, after the plan is applied' },
      failureList(failures, shown),
    ],
  };
}

/** The failures in an answer, of all that the report counts. */
export function failureList(items: JsonValue[], { failureCount }: JsonObject): CutList {
  return {
    what: 'failures',
    items,
    total: numeric(failureCount) ?? items.length,
    how: 'GET /api/colophon/v1/bulk-edits',
  };
}

/** A failure; its message may quote values. */
export function failureJson({ code, data, field, kind, message, urn }: JsonObject): JsonObject {
  return {
    urn: textOf(urn),
    code: textOf(code),
    kind: textOf(kind),
    untrusted: { field: textOf(field), data: object(data), message: textOf(message) },
  };
}

/** A changed asset, with the values before and after. */
function changeJson({ cells, urn }: JsonObject): JsonObject {
  const all = objects(cells).map(({ after, before, field }) => ({
    field: textOf(field) ?? '',
    before: texts(before),
    after: texts(after),
  }));
  return {
    urn,
    fields: all.map(({ field }) => field),
    untrusted: {
      before: Object.fromEntries(all.map(({ before, field }) => [field, before])),
      after: Object.fromEntries(all.map(({ after, field }) => [field, after])),
    },
  };
}
