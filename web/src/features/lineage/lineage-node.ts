import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql, readFragment, type FragmentOf } from '../../api/graphql.ts';
import { entityTypeOf, platformOf } from '../../urls/urn.ts';
import { ASSET_BADGES, assetBadges, type AssetBadge } from '../../shared/values/display/asset-badges.ts';

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
          ...AssetBadges
        }
      }
    }
  `,
  [ENTITY_LABEL, ASSET_BADGES],
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
  readonly badges: readonly AssetBadge[];
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
    badges: 'structuredProperties' in entity ? assetBadges(entity.structuredProperties) : [],
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
