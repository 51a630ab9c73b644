import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { WITH_LINEAGE } from '../../shared/entities/types-with-lineage.ts';

/** An edge from a column to one that is derived from it. */
export interface ColumnEdge {
  readonly from: ColumnRef;
  readonly to: ColumnRef;
}

interface ColumnRef {
  /** Urn of the dataset. */
  readonly urn: string;
  readonly path: string;
}

/** The columns of a dataset and their edges to columns of other datasets. */
export interface ColumnLineage {
  readonly urn: string;
  readonly columns: readonly string[];
  readonly edges: readonly ColumnEdge[];
}

const COLUMNS = graphql(`
  query lineageColumns($urn: String!, $around: [String!]!) {
    dataset(urn: $urn) {
      urn
      schemaMetadata {
        fields {
          fieldPath
        }
      }
    }
    entities(urns: $around) {
      ... on Dataset {
        fineGrainedLineages {
          upstreams {
            urn
            path
          }
          downstreams {
            urn
            path
          }
        }
      }
      ... on DataJob {
        inputOutput {
          fineGrainedLineages {
            upstreams {
              urn
              path
            }
            downstreams {
              urn
              path
            }
          }
        }
      }
    }
  }
`);

/** Column lineage of a dataset and of its neighbours in the graph; disabled while `urn` is undefined. */
export function useColumnLineage(
  urn: string | undefined,
  neighbours: readonly string[],
): { readonly data: ColumnLineage | undefined; readonly error: Error | null } {
  const around = [...new Set([...(urn === undefined ? [] : [urn]), ...neighbours])]
    .filter((name) => /^urn:li:(?:dataset|dataJob):/.test(name))
    .sort();
  const { data, error } = useQuery({
    queryKey: ['lineageColumns', urn, around],
    meta: { shows: WITH_LINEAGE },
    queryFn: async ({ signal }): Promise<ColumnLineage> => {
      const of = urn ?? '';
      const { dataset, entities } = await query(COLUMNS, { urn: of, around }, signal);
      const edges = (entities ?? []).flatMap((entity) => (entity ? edgesIn(entity) : []));
      const own = edges.filter(({ from, to }) => from.urn === of || to.urn === of);
      const unique = new Map(own.map((edge) => [columnEdgeKey(edge), edge]));
      const columns = (dataset?.schemaMetadata?.fields ?? []).map(({ fieldPath }) => fieldPath);
      return { urn: of, columns, edges: [...unique.values()] };
    },
    enabled: urn !== undefined,
    placeholderData: (before) => (before?.urn === urn ? before : undefined),
  });
  return { data, error };
}

type Around = NonNullable<NonNullable<ResultOf<typeof COLUMNS>['entities']>[number]>;

/** The column edges that a dataset or a job stores. */
function edgesIn(entity: Around): readonly ColumnEdge[] {
  const own = 'fineGrainedLineages' in entity ? entity.fineGrainedLineages : undefined;
  const ofJob = 'inputOutput' in entity ? entity.inputOutput?.fineGrainedLineages : undefined;
  return [...(own ?? []), ...(ofJob ?? [])].flatMap(({ upstreams, downstreams }) =>
    (upstreams ?? []).flatMap((from) =>
      (downstreams ?? []).map((to) => ({ from: refOf(from), to: refOf(to) })),
    ),
  );
}

/** The column that a urn names: `urn:li:schemaField:(<dataset>,<path>)`. */
function refOf({ urn, path }: ColumnRef): ColumnRef {
  return { urn: /^urn:li:schemaField:\((.+?\)),/.exec(urn)?.[1] ?? urn, path };
}

/** Unique key of a column edge. */
export function columnEdgeKey({ from, to }: ColumnEdge): string {
  return [from.urn, from.path, to.urn, to.path].join('\n');
}
