import { graphql, readFragment, type FragmentOf } from '../../../api/graphql.ts';
import type { ValueColor } from '../../../components/data/value-colors.ts';
import { PROPERTY_VALUE, scalarOf } from '../property-value.ts';

/** Colors of a property's values. See {@link colorsIn}. */
export const VALUE_COLOR_FIELDS = graphql(
  `
    fragment ValueColors on StructuredPropertyDisplay {
      valueColors {
        color
        value {
          ...PropertyValue
        }
      }
    }
  `,
  [PROPERTY_VALUE],
);

/** Colors of values, by the value as text. */
export function colorsIn(
  display: FragmentOf<typeof VALUE_COLOR_FIELDS> | null | undefined,
): ReadonlyMap<string, ValueColor> {
  const { valueColors } = readFragment(VALUE_COLOR_FIELDS, display) ?? {};
  return new Map(valueColors?.map(({ color, value }) => [String(scalarOf(value)), color] as const));
}
