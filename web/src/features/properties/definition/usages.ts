import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';

const FORMS = graphql(`
  query formsWithProperties($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      searchResults {
        entity {
          urn
          ... on Form {
            info {
              name
              prompts {
                structuredPropertyParams {
                  structuredProperty {
                    urn
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

const VIEWS = graphql(`
  query viewsWithProperties {
    listGlobalViews(input: { count: 500 }) {
      views {
        urn
        name
        definition {
          filter {
            filters {
              field
            }
          }
        }
      }
    }
    listMyViews(input: { count: 500, viewType: PERSONAL }) {
      views {
        urn
        name
        definition {
          filter {
            filters {
              field
            }
          }
        }
      }
    }
  }
`);

/** A form that asks for a property, or a view that filters by it. */
export interface Usage {
  readonly urn: string;
  readonly kind: 'form' | 'view';
  readonly name: string;
  /** Urns of the properties; for views, their qualified names. */
  readonly properties: ReadonlySet<string>;
}

/** Forms and saved views that use properties and that the person may see; undefined until loaded. */
export function useUsages(): readonly Usage[] | undefined {
  const { data } = useQuery({
    queryKey: ['usages'],
    meta: { shows: { types: ['dataHubView', 'form'] } },
    queryFn: async ({ signal }) => [...(await readForms(signal)), ...(await readViews(signal))],
    staleTime: 30_000,
  });
  return data;
}

/** The usages of one property. */
export function usagesOf(usages: readonly Usage[], urn: string, qualifiedName: string): readonly Usage[] {
  return usages.filter(({ properties }) => properties.has(urn) || properties.has(qualifiedName));
}

async function readForms(signal: AbortSignal): Promise<readonly Usage[]> {
  const input = {
    types: ['FORM' as const],
    query: '*',
    count: 500,
    searchFlags: { skipAggregates: true, skipHighlighting: true },
  };
  const { searchAcrossEntities: found } = await query(FORMS, { input }, signal);
  return (found?.searchResults ?? []).flatMap(({ entity }) => {
    if (!('info' in entity) || entity.info === null) return [];
    const asked = entity.info.prompts.flatMap(
      (prompt) => prompt.structuredPropertyParams?.structuredProperty.urn ?? [],
    );
    return [{ urn: entity.urn, kind: 'form' as const, name: entity.info.name, properties: new Set(asked) }];
  });
}

async function readViews(signal: AbortSignal): Promise<readonly Usage[]> {
  const { listGlobalViews: global, listMyViews: mine } = await query(VIEWS, {}, signal);
  return [...(global?.views ?? []), ...(mine?.views ?? [])].map(({ urn, name, definition }) => {
    const fields = definition?.filter.filters.map(({ field }) => field) ?? [];
    return {
      urn,
      kind: 'view' as const,
      name,
      properties: new Set(fields.map((field) => field.replace(/^structuredProperties\./, ''))),
    };
  });
}
