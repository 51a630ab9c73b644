import { suggestPropertyValues } from '../../../../operations/structured-properties/suggest-property-values.ts';
import { inWords } from '../../presenters/structured-properties.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Query for the values of a structured property in use. */
export const USED_VALUE_QUERIES = {
  propertyValues: answeredBy(suggestPropertyValues, async (_root, { input }, context) => {
    const { values } = await context.run(suggestPropertyValues, input);
    return values.map(({ value, count }) => ({ value: inWords(value), count }));
  }),
} satisfies Partial<Resolvers['Query']>;
