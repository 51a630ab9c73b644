import * as v from 'valibot';
import { EDIT_NUMBER } from '../../../operations/bulk-edits/edit-shape.ts';
import { getBulkEdit } from '../../../operations/bulk-edits/get-bulk-edit.ts';
import { described, objectOf } from '../../../operations/shapes.ts';
import { numeric, object, objects, text as textOf } from '../../../util/json/json-members.ts';
import type { JsonValue } from '../../../util/json.ts';
import { UNTRUSTED, answerOf, count, text } from './outputs.ts';
import { FAILURES, MOST_SHOWN, failureJson, failureList } from './plan-json.ts';
import { defineTool } from './tool.ts';

/** Shows the progress and the result of a bulk edit. */
export const getEdit = defineTool({
  name: 'get_edit',
  title: 'Get a bulk edit',
  description:
    'Progress and result of one of your bulk edits or dry runs, by its number: how many assets are done, changed and failed, and the first failures. With a restricted token, only edits that it started.',
  operations: [getBulkEdit],
  input: () => objectOf({ edit: described('Number of the edit.', EDIT_NUMBER) }),
  output: answerOf({
    state: text,
    dry_run: v.boolean(),
    done: count,
    total: count,
    plan: v.optional(text),
    changed: v.optional(count),
    unchanged: v.optional(count),
    failed: v.optional(count),
    failures: FAILURES,
    untrusted: v.optional(UNTRUSTED),
  }),
  run: async ({ edit }, { requester }) => {
    const { done, error, kind, result = {}, state, total } = await requester.run(getBulkEdit, { id: edit });
    const failures: JsonValue[] = objects(result['failures']).slice(0, MOST_SHOWN).map(failureJson);
    const failed = numeric(result['failed']);
    return {
      body: {
        state,
        dry_run: kind === 'bulk-edit-trial',
        done,
        total,
        plan: textOf(object(result['about'])?.['plan']),
        changed: numeric(result['changed']),
        unchanged: numeric(result['unchanged']),
        failed,
        failures,
        untrusted: error === undefined ? undefined : { error },
      },
      lists: [failureList(failures, result)],
    };
  },
});
