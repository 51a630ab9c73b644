import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENTITY_LABEL, nameOf } from '../../../api/names/entity-label.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';

const PATHS = graphql(
  `
    query pathsOfExamples($urns: [String!]!) {
      entities(urns: $urns) {
        urn
        ... on Dataset {
          platform {
            ...EntityLabel
          }
          parentContainers {
            containers {
              ...EntityLabel
            }
          }
        }
        ... on Dashboard {
          platform {
            ...EntityLabel
          }
        }
        ... on Chart {
          platform {
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Some of the assets that something is about, each with its path, and a link to all of them. */
export function Examples({
  sampleUrns,
  entities,
  all,
}: {
  readonly sampleUrns: readonly string[];
  /** How many there are. */
  readonly entities: number;
  /** Address of all. */
  readonly all: string;
}): ReactNode {
  const nameOfUrn = useEntityNames(sampleUrns);
  const pathOf = usePaths(sampleUrns);
  if (sampleUrns.length === 0) return null;
  return (
    <Stack gap={1}>
      <h3>{sampleUrns.length < entities ? 'For example' : 'On these assets'}</h3>
      <ul>
        {sampleUrns.map((one) => (
          <li key={one}>
            <Link href={entityPath(one)}>{nameOfUrn(one)}</Link> <Soft>{pathOf.get(one)}</Soft>
          </li>
        ))}
      </ul>
      {sampleUrns.length < entities && <Link href={all}>All {entities.toLocaleString('en')} assets</Link>}
    </Stack>
  );
}

/** Platform and containers of each asset, from the outermost: `Snowflake / analytics / orders`. */
function usePaths(urns: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['pathsOfExamples', urns],
    queryFn: async ({ signal }) => {
      const { entities } = await query(PATHS, { urns: [...urns] }, signal);
      return new Map(
        (entities ?? []).flatMap((entity) => {
          if (entity === null || !('platform' in entity)) return [];
          const containers = 'parentContainers' in entity ? (entity.parentContainers?.containers ?? []) : [];
          const steps = [entity.platform, ...[...containers].reverse()];
          const names = steps.map(nameOf);
          return [[entity.urn, names.join(' / ')] as const];
        }),
      );
    },
    enabled: urns.length > 0,
    staleTime: 60_000,
  });
  return data ?? new Map();
}
