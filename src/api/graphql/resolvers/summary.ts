import { applyView } from '../apply-view.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Input } from '../mutation-steps.ts';
import { parseSearch } from '../parse-search.ts';
import { given } from '../../../util/given.ts';
import type { AnySearchInput } from '../search-input.ts';

interface SummarizeInput extends AnySearchInput {
  readonly viewUrn?: string | null;
  readonly fields: readonly {
    readonly field: string;
    readonly ranges?: readonly { readonly from?: string | null; readonly to?: string | null }[] | null;
    readonly quantiles?: readonly number[] | null;
    readonly values?: number | null;
  }[];
}

const DEFAULT_VALUES = 20;

/** Query for field statistics that DataHub's facets lack; an extension to DataHub's schema. */
export const SUMMARY_QUERIES: FieldResolvers = {
  summarizeAcrossEntities: async (
    _root: unknown,
    { input }: Input<SummarizeInput>,
    context: GraphqlContext,
  ) => {
    const search = await applyView(parseSearch(input, context.settings.registry), input.viewUrn, context);
    if (search === undefined) return { fields: [] };
    const requests = input.fields.map(({ field, ranges, quantiles, values }) => ({
      field,
      ranges: (ranges ?? []).map(({ from, to }) => given({ from, to })),
      quantiles: quantiles ?? [],
      values: values ?? DEFAULT_VALUES,
    }));
    const summaries = await context.catalog.summarize(search, requests);
    return {
      fields: summaries.map(({ entity, ...summary }) => ({
        ...summary,
        entity: entity && context.references.to(entity),
      })),
    };
  },
};
