import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { PROPERTY_VALUE } from '../../../shared/values/property-value.ts';
import type { InheritedValue } from '../../../shared/values/property-values.tsx';

const EFFECTIVE = graphql(
  `
    query effectiveProperties($urn: String!) {
      entity(urn: $urn) {
        ... on HasStructuredProperties {
          effectiveProperties {
            properties {
              structuredProperty {
                urn
              }
              values {
                ...PropertyValue
              }
              sources {
                urn
              }
            }
          }
        }
      }
    }
  `,
  [PROPERTY_VALUE],
);

const NONE: ReadonlyMap<string, InheritedValue> = new Map();

/** The values that an entity inherits, by the urn of the property; empty until loaded. */
export function useInherited(urn: string): ReadonlyMap<string, InheritedValue> {
  const { data = NONE } = useQuery({
    // Below the key of the entity, so that it is refetched after an edit.
    queryKey: ['entity', urn, 'effectiveProperties'],
    meta: { shows: { urns: [urn], types: ['container', 'domain', 'glossaryTerm', 'structuredProperty'] } },
    queryFn: async ({ signal }) => {
      const { entity } = await query(EFFECTIVE, { urn }, signal);
      const found = entity && 'effectiveProperties' in entity ? entity.effectiveProperties : null;
      return new Map(
        (found?.properties ?? []).flatMap(({ sources, structuredProperty, values }) =>
          sources.length === 0
            ? []
            : [
                [
                  structuredProperty.urn,
                  {
                    values: values.map((value) =>
                      'stringValue' in value ? value.stringValue : value.numberValue,
                    ),
                    sources: sources.map((source) => source.urn),
                  },
                ] as const,
              ],
        ),
      );
    },
    staleTime: 30_000,
  });
  return data;
}
