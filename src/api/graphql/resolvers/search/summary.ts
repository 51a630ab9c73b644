import { given } from '../../../../util/given.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { parseSearch } from '../../inputs/parse-search.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { summarizeFields } from '../../../../operations/search/summarize-fields.ts';
import { answeredBy } from '../fields/bind-operation.ts';

const DEFAULT_VALUES = 20;

/** Query for field statistics that DataHub's facets lack; an extension to DataHub's schema. */
export const SUMMARY_QUERIES = {
  summarizeAcrossEntities: answeredBy(summarizeFields, async (_root, { input }, context) => {
    const search = await applyView(parseSearch(input, context.settings.registry), input.viewUrn, context);
    if (search === undefined) return { fields: [] };
    const requests = input.fields.map(({ field, ranges, quantiles, values }) => ({
      field,
      ranges: (ranges ?? []).map(({ from, to }) => given({ from, to })),
      quantiles: quantiles ?? [],
      values: values ?? DEFAULT_VALUES,
    }));
    const summaries = await context.run(summarizeFields, { search, requests });
    return {
      fields: summaries.map(({ entity, ...summary }) => ({
        ...summary,
        entity: entity && context.references.to(entity),
      })),
    };
  }),
} satisfies Partial<Resolvers['Query']>;
