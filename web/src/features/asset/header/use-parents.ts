import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';

const PARENTS = graphql(`
  query entityParents($urn: String!) {
    entity(urn: $urn) {
      ... on InContainer {
        parentContainers {
          containers {
            urn
          }
        }
      }
      ... on SchemaFieldEntity {
        parent {
          urn
          ... on InContainer {
            parentContainers {
              containers {
                urn
              }
            }
          }
        }
      }
      ... on Domain {
        parentDomains {
          domains {
            urn
          }
        }
      }
      ... on GlossaryTerm {
        parentNodes {
          nodes {
            urn
          }
        }
      }
      ... on GlossaryNode {
        parentNodes {
          nodes {
            urn
          }
        }
      }
    }
  }
`);

/** Urns of the containers, domains, glossary groups or table that contain an entity, outermost first. */
export function useParents(urn: string): readonly string[] {
  return useQuery(parentsQuery(urn)).data ?? [];
}

/** Requests the containers of an entity before its page is shown. */
export function prefetchParents(client: QueryClient, urn: string): void {
  client.query(parentsQuery(urn)).catch(() => undefined);
}

function parentsQuery(urn: string) {
  return queryOptions({
    queryKey: ['entityParents', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: async ({ signal }) => {
      const { entity } = await query(PARENTS, { urn }, signal);
      if (!entity) return [];
      if ('parent' in entity) {
        const { parent } = entity;
        const containers = 'parentContainers' in parent ? (parent.parentContainers?.containers ?? []) : [];
        return [...containers.map((container) => container.urn).reverse(), parent.urn];
      }
      const nearestFirst =
        ('parentContainers' in entity && entity.parentContainers?.containers) ||
        ('parentDomains' in entity && entity.parentDomains?.domains) ||
        ('parentNodes' in entity && entity.parentNodes?.nodes) ||
        [];
      return nearestFirst.map((parent) => parent.urn).reverse();
    },
  });
}
