import { withVisibleDirections } from '../../../../../src/util/printable.ts';
import { graphql, readFragment, type FragmentOf } from '../../../api/graphql.ts';
import type { ValueColor } from '../../../components/data/value-colors.ts';
import { numberText } from '../../../components/number-text.ts';
import { PROPERTY_VALUE, scalarOf } from '../property-value.ts';
import { VALUE_COLOR_FIELDS, colorsIn } from './value-color-fields.ts';

/** Property values of an asset; one property may be shown as a badge. See {@link assetBadges}. */
export const ASSET_BADGES = graphql(
  `
    fragment AssetBadges on StructuredProperties {
      properties {
        structuredProperty {
          urn
          settings {
            showAsAssetBadge
          }
          display {
            ...ValueColors
          }
          definition {
            displayName
            qualifiedName
          }
        }
        values {
          ...PropertyValue
        }
      }
    }
  `,
  [PROPERTY_VALUE, VALUE_COLOR_FIELDS],
);

/** A value that is shown as the badge of an asset. */
export interface AssetBadge {
  readonly text: string;
  /** The name of its property. */
  readonly name: string;
  readonly color: ValueColor | undefined;
}

/** The badges of an asset: its values of the badge property. */
export function assetBadges(fields: FragmentOf<typeof ASSET_BADGES> | null): readonly AssetBadge[] {
  const { properties } = readFragment(ASSET_BADGES, fields) ?? {};
  return (properties ?? [])
    .filter(({ structuredProperty }) => structuredProperty.settings?.showAsAssetBadge === true)
    .flatMap(({ structuredProperty: { definition, display }, values }) => {
      const colors = colorsIn(display);
      const name = definition.displayName ?? definition.qualifiedName;
      return values.flatMap((value) => {
        if (value === null) return [];
        const scalar = scalarOf(value);
        const text = typeof scalar === 'number' ? numberText(scalar) : withVisibleDirections(scalar);
        return text === '' ? [] : [{ text, name, color: colors.get(String(scalar)) }];
      });
    });
}
