import { scalarOf, type PropertyDefinition } from '../../../../model/structured-property.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { shownValue } from '../../presenters/structured-properties.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

type AllowedValue = NonNullable<PropertyDefinition['allowedValues']>[number];

/** Fields of `StructuredPropertyDefinition` that select among its allowed values. */
export const STRUCTURED_PROPERTY_DEFINITION = {
  allowedValues: ({ allowedValues }, { query, start, count }) => {
    const from = notNegative('start', start ?? 0);
    const to = count === null || count === undefined ? undefined : from + notNegative('count', count);
    return selected(allowedValues, query)
      ?.slice(from, to)
      .map(({ value, description }) => ({ value: shownValue(value), description }));
  },
  allowedValuesTotal: ({ allowedValues }, { query }) => selected(allowedValues, query)?.length,
} satisfies Partial<Resolvers['StructuredPropertyDefinition']>;

/** Values that contain a text, or whose description has a word that starts with it; all if there is no text. */
function selected(
  allowed: readonly AllowedValue[] | undefined,
  query: string | null | undefined,
): readonly AllowedValue[] | undefined {
  const text = query?.trim().toLowerCase() ?? '';
  if (text === '') return allowed;
  return allowed?.filter(
    ({ value, description = '' }) =>
      String(scalarOf(value)).toLowerCase().includes(text) ||
      ` ${description.toLowerCase()}`.includes(` ${text}`),
  );
}
