import { isUrn } from '../../../../model/urn.ts';
import { given } from '../../../../util/given.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { parseFilter, parseSearch, registryNames } from '../../inputs/parse-search.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { summarizeFields } from '../../../../operations/search/summarize-fields.ts';
import { countCoverageOverTime } from '../../../../operations/structured-properties/count-coverage-over-time.ts';
import { countPropertyCoverage } from '../../../../operations/structured-properties/count-property-coverage.ts';
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
  propertyCoverage: answeredBy(countPropertyCoverage, async (_root, { input }, context) => {
    const { properties, by, groups, orFilters } = input ?? {};
    const filter = parseFilter({ orFilters });
    const counted = await context.run(countPropertyCoverage, { properties, by, groups, filter });
    return counted.map(({ property, groups: found, ...counts }) => ({
      ...counts,
      property: context.references.to(property),
      groups: found.map((group) => {
        const { value } = group;
        const entity = value !== undefined && isUrn(value) ? context.references.to(value) : undefined;
        return { ...group, entity };
      }),
    }));
  }),
  propertyCoverageOverTime: answeredBy(countCoverageOverTime, async (_root, { input }, context) => {
    const { days, points, properties, types } = input ?? {};
    const { registry } = context.settings;
    const entityTypes = types?.length ? types.flatMap((name) => registryNames(name, registry)) : undefined;
    const counted = await context.run(countCoverageOverTime, { days, entityTypes, points, properties });
    return {
      since: counted.since,
      properties: counted.properties.map(({ property, points: found }) => ({
        property: context.references.to(property),
        points: found,
      })),
    };
  }),
} satisfies Partial<Resolvers['Query']>;
