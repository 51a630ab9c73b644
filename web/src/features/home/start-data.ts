import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { OWN_URNS, ownUrnsOf } from '../../api/person/own-urns.ts';
import { query } from '../../api/query.ts';
import { fieldOfProperty } from '../../shared/search/fields.ts';
import type { EntityTypeName } from '../../shared/search/kinds.ts';

const PROPERTY = graphql(`
  fragment HomeProperty on StructuredPropertyEntity @_unmask {
    urn
    settings {
      isHidden
    }
    definition {
      qualifiedName
      displayName
      valueType {
        urn
      }
      entityTypes {
        info {
          type
        }
      }
      allowedPlatforms {
        urn
      }
    }
  }
`);

const START = graphql(
  `
    query homeStart(
      $assets: SearchAcrossEntitiesInput!
      $shown: SearchAcrossEntitiesInput!
      $dated: SearchAcrossEntitiesInput!
    ) {
      me {
        corpUser {
          ...OwnUrns
        }
      }
      assets: searchAcrossEntities(input: $assets) {
        total
      }
      shown: searchAcrossEntities(input: $shown) {
        searchResults {
          entity {
            __typename
            ...HomeProperty
          }
        }
      }
      dated: searchAcrossEntities(input: $dated) {
        searchResults {
          entity {
            __typename
            ...HomeProperty
          }
        }
      }
    }
  `,
  [PROPERTY, OWN_URNS],
);

/** A catalog without entities of these types is empty. */
export const ASSET_TYPES = [
  'DATASET',
  'DASHBOARD',
  'CHART',
  'DATA_FLOW',
  'DATA_JOB',
  'CONTAINER',
  'MLMODEL',
  'NOTEBOOK',
  'DATA_PRODUCT',
] as const satisfies readonly EntityTypeName[];

/** Maximum properties with coverage on the page. */
const MAX_SHOWN = 12;
/** Properties among which those with dates are looked up. */
const MAX_DATED = 200;

/** A property whose values the page counts. */
export interface CountedProperty {
  readonly urn: string;
  /** Name of its field in searches. */
  readonly field: string;
  readonly name: string;
  readonly isDate: boolean;
  /** Whether it is shown in search filters: its missing values are tasks. */
  readonly isShown: boolean;
  /** Asset types to which it applies, without columns. */
  readonly types: readonly EntityTypeName[];
  /** Platforms to which it applies; empty for all. */
  readonly platforms: readonly string[];
}

/** What the blocks of the page depend on. */
export interface HomeStart {
  /** The signed-in person and the person's groups. */
  readonly owners: readonly string[];
  /** Whether the catalog has an asset that the person may see. */
  readonly hasAssets: boolean;
  readonly properties: readonly CountedProperty[];
}

/** Query options for what the blocks depend on; one request. */
export const HOME_START_QUERY = queryOptions({
  queryKey: ['homeStart'],
  meta: { shows: { types: ['structuredProperty', 'corpuser', 'corpGroup'] } },
  queryFn: async ({ signal }): Promise<HomeStart> => {
    const lean = { skipAggregates: true, skipHighlighting: true };
    const common = { types: ['STRUCTURED_PROPERTY' as const], query: '*', searchFlags: lean };
    const filter = { field: 'showInSearchFilters', values: ['true'] };
    const { me, assets, shown, dated } = await query(
      START,
      {
        assets: { types: [...ASSET_TYPES], query: '*', count: 0, searchFlags: lean },
        shown: { ...common, count: MAX_SHOWN, orFilters: [{ and: [filter] }] },
        dated: { ...common, count: MAX_DATED },
      },
      signal,
    );
    const found = propertiesIn(shown, true);
    const known = new Set(found.map(({ urn }) => urn));
    return {
      owners: me === null ? [] : ownUrnsOf(me.corpUser),
      hasAssets: (assets?.total ?? 0) > 0,
      properties: [
        ...found,
        ...propertiesIn(dated, false).filter(({ isDate, urn }) => isDate && !known.has(urn)),
      ],
    };
  },
  staleTime: 30_000,
});

type Found = ResultOf<typeof START>['shown'];

function propertiesIn(found: Found, isShown: boolean): readonly CountedProperty[] {
  return (found?.searchResults ?? []).flatMap(({ entity }) => {
    if (entity.__typename !== 'StructuredPropertyEntity' || entity.settings?.isHidden === true) return [];
    const { allowedPlatforms, displayName, entityTypes, qualifiedName, valueType } = entity.definition;
    const types = entityTypes.map(({ info }) => info.type).filter((type) => type !== 'SCHEMA_FIELD');
    // Types that GraphQL does not name cannot be searched.
    if (types.length === 0 || types.includes('OTHER')) return [];
    return [
      {
        urn: entity.urn,
        field: fieldOfProperty(qualifiedName),
        name: displayName === null || displayName === '' ? qualifiedName : displayName,
        isDate: valueType.urn.endsWith('.date'),
        isShown,
        types,
        platforms: (allowedPlatforms ?? []).map(({ urn }) => urn),
      },
    ];
  });
}
