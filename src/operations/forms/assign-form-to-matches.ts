import * as v from 'valibot';
import type { Filter } from '../../model/filter.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { FILTER } from '../search/filter-input.ts';
import { plainSearch } from '../search/find-entities.ts';
import { defineOperation } from '../operation.ts';
import type { Work } from '../work.ts';
import { ASSIGNED_AT_ONCE, assign, assignableForm } from './assignment.ts';
import type { AssignableForm } from './assignment.ts';
import { FORMS, MANAGES_FORMS } from './form.ts';

const KEEP_ALIVE_MS = 5 * 60_000;

/** Stores a filter with a form and assigns the form to every entity that matches it now. */
export const assignFormToMatches = defineOperation({
  name: 'assignFormToMatches',
  effect: 'write',
  input: (types) => v.object({ form: types.entityOf('form'), filter: FILTER }),
  needs: MANAGES_FORMS,
  run: async ({ form, filter }, work) => {
    const assigned = await assignableForm(form, work);
    const or = filter.map((criteria) => ({
      and: criteria.map(({ field, operator: condition, values, negated }) => ({
        ...{ field, condition, values, negated },
      })),
    }));
    await work.ingest([upsertOf(form.urn, 'dynamicFormAssignment', { filter: { or } })]);
    await assignToMatching(assigned, filter, work);
  },
});

async function assignToMatching(form: AssignableForm, filter: Filter, work: Work): Promise<void> {
  const entityTypes = [...work.settings.registry.entities.values()]
    .filter(({ aspects }) => aspects.has(FORMS))
    .map(({ name }) => name);
  const page = plainSearch({ entityTypes, query: '*', filter, count: ASSIGNED_AT_ONCE });
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
