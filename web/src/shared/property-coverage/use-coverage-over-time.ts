import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import type { EntityTypeName } from '../search/kinds.ts';
import type { Counted } from './use-coverage.ts';

const OVER_TIME = graphql(`
  query coverageOverTime($input: PropertyCoverageOverTimeInput!) {
    propertyCoverageOverTime(input: $input) {
      since
      properties {
        property {
          urn
        }
        points {
          time
          present
          possible
        }
      }
    }
  }
`);

/** Coverage of a property at a time (epoch ms). */
export interface CoveragePoint extends Counted {
  readonly time: number;
}

/** Coverage of properties at several times. */
export interface CoverageOverTime {
  /** Epoch ms: the first time that the history covers. */
  readonly since: number;
  /** By urn of the property: points, oldest first; the last one is now. */
  readonly points: ReadonlyMap<string, readonly CoveragePoint[]>;
}

/** What is counted. */
export interface OverTimeQuestion {
  /** Urns, at most 50. */
  readonly properties: readonly string[];
  /** Entity types; default: all to which a property applies. */
  readonly types?: readonly EntityTypeName[] | undefined;
  readonly days: number;
  /** Number of evenly spaced points, at most 61. */
  readonly points: number;
}

/** Coverage of properties over time, which the server reads from its history; not asked again for ten minutes. */
export function useCoverageOverTime(
  { days, points, properties, types }: OverTimeQuestion,
  isEnabled = true,
): UseQueryResult<CoverageOverTime> {
  const input = { properties: [...properties], days, points, ...(types && { types: [...types] }) };
  return useQuery({
    queryKey: ['coverageOverTime', input],
    queryFn: async ({ signal }) => {
      const { since, properties: found } = (await query(OVER_TIME, { input }, signal, 'heavy'))
        .propertyCoverageOverTime;
      return {
        since,
        points: new Map(found.map(({ points: counted, property }) => [property.urn, counted])),
      };
    },
    enabled: isEnabled && properties.length > 0,
    staleTime: 600_000,
    placeholderData: keepPreviousData,
  });
}
