import { equalTo } from '../../../../operations/search/find-entities.ts';
import { createQuery } from '../../../../operations/queries/create-query.ts';
import { deleteQuery } from '../../../../operations/queries/delete-query.ts';
import { updateQuery } from '../../../../operations/queries/update-query.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { parseFilter, parseSort } from '../../inputs/parse-search.ts';
import { DONE, answeredBy, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Default page size of `listQueries`; other lists have 20. */
const PAGE_SIZE = 100;
const NEWEST_FIRST = [{ field: 'createdAt', order: 'DESCENDING' }] as const;

/** Mutations of saved queries on datasets. */
export const QUERY_MUTATIONS = {
  createQuery: ofInput(createQuery, { present: (query) => query }),
  updateQuery: ofUrnAndInput(updateQuery, { present: (query) => query }),
  deleteQuery: ofArguments(deleteQuery, DONE),
} satisfies Partial<Resolvers['Mutation']>;

export const QUERY_LISTS = {
  listQueries: answeredBy(listEntities, async (_root, { input }, context) => {
    const conditions = [
      ...(input.source ? [equalTo('source', input.source)] : []),
      ...(input.datasetUrn ? [equalTo('entities', context.references.parse(input.datasetUrn).urn)] : []),
    ];
    const alternatives = parseFilter({ orFilters: input.orFilters });
    const { entities, ...page } = await context.run(listEntities, {
      entityTypes: ['query'],
      query: input.query,
      start: input.start,
      count: input.count ?? PAGE_SIZE,
      filter: (alternatives.length === 0 ? [[]] : alternatives).map((and) => [...conditions, ...and]),
      sort: input.sortInput ? parseSort({ query: '', sortInput: input.sortInput }) : NEWEST_FIRST,
    });
    return { ...page, queries: entities };
  }),
} satisfies Partial<Resolvers['Query']>;
