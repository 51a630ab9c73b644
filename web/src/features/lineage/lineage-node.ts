import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql, readFragment, type FragmentOf } from '../../api/graphql.ts';
import { entityTypeOf, platformOf } from '../../urls/urn.ts';
import { PROPERTY_VALUE } from '../../shared/values/property-value.ts';

const BADGES = graphql(
  `
    fragment LineageBadges on StructuredProperties {
      properties {
        structuredProperty {
          urn
          settings {
            showAsAssetBadge
          }
        }
        values {
          ...PropertyValue
        }
      }
    }
  `,
  [PROPERTY_VALUE],
);

/** Fields that a node of the graph shows. */
export const LINEAGE_NODE = graphql(
  `
    fragment LineageNode on Entity {
      urn
      ...EntityLabel
      ... on Deprecatable {
        deprecation {
          deprecated
        }
      }
      ... on HasSubTypes {
        subTypes {
          typeNames
        }
      }
      ... on HasStructuredProperties {
        structuredProperties {
          ...LineageBadges
        }
      }
    }
  `,
  [ENTITY_LABEL, BADGES],
);

/** Display data of an entity in a lineage graph. */
export interface NodeFacts {
  readonly urn: string;
  readonly name: string;
  /** Entity type, as in the registry: `dataset`. */
  readonly type: string;
  /** Its subtype, or the label of its type. */
  readonly kind: string;
  /** `snowflake`; '' for none. */
  readonly platform: string;
  readonly isDeprecated: boolean;
  readonly badges: readonly string[];
}

/** Display data of an entity. */
export function nodeFacts(masked: FragmentOf<typeof LINEAGE_NODE>): NodeFacts {
  const entity = readFragment(LINEAGE_NODE, masked);
  const type = entityTypeOf(entity.urn);
  return {
    urn: entity.urn,
    name: nameOf(entity),
    type,
    kind: ('subTypes' in entity ? entity.subTypes?.typeNames?.[0] : undefined) ?? entityTypeLabel(type),
    platform: platformOf(entity.urn) ?? toolOf(entity.urn),
    isDeprecated: 'deprecation' in entity && entity.deprecation?.deprecated === true,
    badges:
      'structuredProperties' in entity && entity.structuredProperties
        ? badgesOf(entity.structuredProperties)
        : [],
  };
}

/** The tool in the urn of a chart, dashboard, flow or job: `looker`. */
function toolOf(urn: string): string {
  return (
    /^urn:li:(?:chart|dashboard|dataFlow):\(([^,]+),/.exec(urn)?.[1] ??
    /dataFlow:\(([^,]+),/.exec(urn)?.[1] ??
    ''
  );
}

function badgesOf(masked: FragmentOf<typeof BADGES>): readonly string[] {
  const { properties } = readFragment(BADGES, masked);
  return (properties ?? [])
    .filter(({ structuredProperty }) => structuredProperty.settings?.showAsAssetBadge === true)
    .flatMap(({ values }) => values)
    .map((value) => {
      if (value === null) return '';
      return 'stringValue' in value ? value.stringValue : value.numberValue.toLocaleString('en');
    })
    .filter((text) => text !== '');
}
