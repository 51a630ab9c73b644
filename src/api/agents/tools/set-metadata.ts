import * as v from 'valibot';
import { EDIT_ACTIONS } from '../../../model/bulk-edit.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { applyPlan } from '../../../operations/plans/apply-plan.ts';
import { MOST_CHANGES, MOST_URNS, planMetadataEdit } from '../../../operations/plans/plan-metadata-edit.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { FLAG, TEXT, URN, described, objectOf, oneOf } from '../../../operations/shapes.ts';
import { readFilter } from '../filter/read-filter.ts';
import { ChangeNames } from '../names/change-names.ts';
import { PLAN_ARGUMENTS, appliedPlan, planArguments, planOutput, plannedAnswer } from './plan-json.ts';
import { DIRECTIONS, MOST_HOPS, directionOf } from './get-lineage.ts';
import { between, listOf, maybe, orElse } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

const MOST_VALUES = 100;

const CHANGE = objectOf({
  urns: maybe('Urns of the assets.', listOf(URN, MOST_URNS)),
  search: maybe(
    'Instead of urns: all assets that it finds, as in search.',
    objectOf({ query: orElse('Words; * matches all.', TEXT, '*'), filter: maybe('A filter.', TEXT) }),
  ),
  lineage: maybe(
    'Instead of urns: as in get_lineage, from a column by its urn.',
    objectOf({
      urn: URN,
      direction: oneOf(DIRECTIONS),
      hops: between(1, MOST_HOPS),
      stop_at_value: orElse('Not past assets with a value.', FLAG, false),
    }),
  ),
  column: maybe('Path of a column: changes it in these datasets.', TEXT),
  field: described('tags, terms, owners, domain, description, deprecation, or a property.', TEXT),
  action: described(
    'set: exactly these values; replace: the last value instead of each of the others.',
    oneOf(EDIT_ACTIONS),
  ),
  values: orElse(
    'Names or urns, texts or numbers.',
    listOf(v.union([TEXT, v.number()], 'a string or a number'), MOST_VALUES),
    [],
  ),
});
type Change = v.InferOutput<typeof CHANGE>;

/** Changes metadata of assets, after a plan. */
export const setMetadata = defineTool({
  name: 'set_metadata',
  title: 'Set metadata of assets',
  description:
    'Changes tags, terms, owners, domain, descriptions and structured properties of up to 1,000 assets or columns. With changes and reason it writes nothing and shows a plan; then send plan alone to apply it: all or nothing up to 200 assets, CONFLICT if one changed. A plan is valid for an hour. Answers edit, which undo takes.',
  operations: [planMetadataEdit, applyPlan, searchEntities, getEntities],
  mayRemove: true,
  input: () =>
    objectOf({ changes: maybe('What to change.', listOf(CHANGE, MOST_CHANGES)), ...PLAN_ARGUMENTS }),
  output: planOutput(),
  run: async ({ changes, plan, reason }, call) => {
    const { requester } = call;
    const given = planArguments({ plan, reason }, changes, 'changes');
    if (given.plan !== undefined) {
      return { body: await appliedPlan(requester, { plan: given.plan, kind: 'edit' }) };
    }
    const names = new ChangeNames(call);
    const resolved = [];
    for (const [i, change] of given.asked.entries()) {
      resolved.push(await readChange(change, `changes[${i}]`, names, call));
    }
    return plannedAnswer(await requester.run(planMetadataEdit, { changes: resolved, reason: given.reason }));
  },
});

async function readChange(change: Change, at: string, names: ChangeNames, call: ToolCall) {
  const { lineage, search, ...of } = await names.resolve(change, at);
  return {
    ...of,
    ...(lineage && { lineage: selectionOf(lineage) }),
    ...(search && { search: await searchOf(search, call) }),
  };
}

function selectionOf({ direction, stop_at_value: stopAtValue, ...way }: NonNullable<Change['lineage']>) {
  return { ...way, direction: directionOf(direction), stopAtValue };
}

async function searchOf({ filter: text, query }: NonNullable<Change['search']>, call: ToolCall) {
  const { entityTypes, filter } = await readFilter(text, call);
  const orFilters = filter.map((criteria) => ({
    and: criteria.map(({ field, negated, operator: condition, values }) => ({
      field,
      condition,
      values: [...values],
      negated,
    })),
  }));
  return { types: [...entityTypes], query, orFilters };
}
