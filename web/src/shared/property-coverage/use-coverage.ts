import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { orFilters, type Filters } from '../search/filters.ts';

const COVERAGE = graphql(
  `
    query coverage($input: PropertyCoverageInput) {
      propertyCoverage(input: $input) {
        property {
          urn
          definition {
            qualifiedName
            displayName
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
        present
        possible
        groups {
          value
          entity {
            urn
            ...EntityLabel
          }
          present
          possible
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Number of assets to which a property applies, and of those with a value. */
export interface Counted {
  readonly present: number;
  readonly possible: number;
}

/** Coverage in the assets with one value of a field. */
export interface CoverageGroup extends Counted {
  /** Undefined: the assets without a value of the field. */
  readonly value: string | undefined;
  /** Name of the value if it is an entity, else the value. */
  readonly label: string;
}

/** Coverage of a property, with what determines the assets to which it applies. */
export interface PropertyCoverage extends Counted {
  readonly urn: string;
  readonly name: string;
  readonly qualifiedName: string;
  /** GraphQL names of entity types. */
  readonly types: readonly string[];
  /** Urns of platforms; empty: any. */
  readonly platforms: readonly string[];
  /** Largest first; last the assets without a value of the field. */
  readonly groups: readonly CoverageGroup[];
}

/** What is counted. */
export interface CoverageQuestion {
  /** Urns, at most 50; default: the properties that are search filters. */
  readonly properties?: readonly string[] | undefined;
  /** Field whose values are the groups. */
  readonly by?: string | undefined;
  /** Maximum number of groups; 0: totals only. */
  readonly groups?: number | undefined;
  /** Only the assets that match. */
  readonly filters?: Filters | undefined;
}

/** Coverage of properties, in their order; the previous answer stays while the next one loads. */
export function useCoverage(
  { properties, by, groups, filters }: CoverageQuestion,
  isEnabled = true,
): UseQueryResult<readonly PropertyCoverage[]> {
  const input = {
    ...(properties && { properties: [...properties] }),
    ...(by !== undefined && { by }),
    ...(groups !== undefined && { groups }),
    ...(filters && { orFilters: orFilters(filters) }),
  };
  return useQuery({
    queryKey: ['coverage', input],
    meta: { shows: 'all' },
    queryFn: async ({ signal }) => {
      const { propertyCoverage } = await query(COVERAGE, { input }, signal, 'heavy');
      return propertyCoverage.map(coverageOf);
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

function coverageOf({
  property,
  groups,
  present,
  possible,
}: ResultOf<typeof COVERAGE>['propertyCoverage'][number]): PropertyCoverage {
  const { qualifiedName, displayName, entityTypes, allowedPlatforms } = property.definition;
  return {
    urn: property.urn,
    name: withVisibleDirections(displayName === null || displayName === '' ? qualifiedName : displayName),
    qualifiedName,
    types: entityTypes.map(({ info }) => info.type),
    platforms: allowedPlatforms?.map(({ urn }) => urn) ?? [],
    present,
    possible,
    groups: groups.map(({ value, entity, ...counts }) => ({
      ...counts,
      value: value ?? undefined,
      label: entity ? nameOf(entity) : (value ?? 'None'),
    })),
  };
}
