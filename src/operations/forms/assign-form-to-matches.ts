import type { Filter } from '../../model/filter.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { PageInput } from '../../query/metadata-query.ts';
import { FILTER } from '../search/filter-input.ts';
import { plainSearch } from '../search/find-entities.ts';
import { checkSearch } from '../search/search-limits.ts';
import { defineOperation } from '../operation.ts';
import type { OperationSettings, Work } from '../work.ts';
import { ASSIGNED_AT_ONCE, assign, assignableForm, type AssignableForm } from './assignment.ts';
import { FORMS, MANAGES_FORMS } from './form.ts';
import { objectOf } from '../shapes.ts';

const KEEP_ALIVE_MS = 5 * 60_000;

/** Stores a filter with a form and assigns the form to every entity that matches it now. */
export const assignFormToMatches = defineOperation({
  name: 'assignFormToMatches',
  effect: 'write',
  summary: 'Stores a filter with a form and assigns the form to all entities that match it now.',
  input: (types) => objectOf({ form: types.entityOf('form'), filter: FILTER }),
  limits: ({ filter }, settings) => checkSearch(matching(filter, settings)),
  needs: MANAGES_FORMS,
  run: async ({ form, filter }, work) => {
    const assigned = await assignableForm(form, work);
    const or = filter.map((criteria) => ({
      and: criteria.map(({ field, operator: condition, values, negated }) => ({
        field,
        condition,
        values,
        negated,
      })),
    }));
    await work.ingest([upsertOf(form.urn, 'dynamicFormAssignment', { filter: { or } })]);
    await assignToMatching(assigned, filter, work);
  },
});

/** A search for the entities that may have forms. */
function matching(filter: Filter, { registry }: OperationSettings): PageInput {
  const entityTypes = [...registry.entities.values()]
    .filter(({ aspects }) => aspects.has(FORMS))
    .map(({ name }) => name);
  return plainSearch({ entityTypes, query: '*', filter, count: ASSIGNED_AT_ONCE });
}

async function assignToMatching(form: AssignableForm, filter: Filter, work: Work): Promise<void> {
  const page = matching(filter, work.settings);
  let scrollId: string | undefined;
  do {
    const found = await work.query.search({ ...page, scrollId, keepAliveMs: KEEP_ALIVE_MS }, work.scope);
    await assign(
      form,
      found.hits.map(({ urn }) => urn),
      work,
    );
    scrollId = found.nextScrollId;
  } while (scrollId !== undefined);
}
