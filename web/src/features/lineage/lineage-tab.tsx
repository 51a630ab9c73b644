import { ButtonLink } from '../../components/controls/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useMemo, useState, type ReactNode } from 'react';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { useUrlState } from '../../urls/search-state.ts';
import { useColumnLineage } from './column-lineage.ts';
import { LINEAGE_ADDRESS } from './lineage-address.ts';
import { LineageFilters, type LineageEdit } from './lineage-filters.tsx';
import { LineageList } from './lineage-list.tsx';
import {
  NEIGHBOURS,
  expansionKey,
  readGraph,
  type Direction,
  type Expansions,
  type LineageGraph,
} from './read-graph.ts';
import { useLineageTotals } from './use-totals.ts';
import { visibleGraph } from './visible-graph.ts';
import { WITH_LINEAGE } from '../../shared/entities/types-with-lineage.ts';

/** Loaded with the layout library when the first graph is shown. */
const LineageDrawing = lazy(async () => ({
  default: (await import('./lineage-drawing.tsx')).LineageDrawing,
}));

/** Neighbours added by expanding a node that already shows some. */
const MANY = 50;

/** Matches windows that are too narrow for a graph. */
const NARROW = '(max-width: 800px)';

interface LineageTabProps {
  readonly urn: string;
  /** How what lineage leads to is edited; undefined for people who may neither edit nor propose anything. */
  readonly edit: LineageEdit | undefined;
}

/** Upstream and downstream lineage of an entity, as a graph or a list. */
export function LineageTab({ urn, edit }: LineageTabProps): ReactNode {
  const [state, setState] = useUrlState(LINEAGE_ADDRESS);
  const [expansions, setExpansions] = useState<Expansions>({});
  const {
    data: graph,
    error,
    refetch,
  } = useQuery({
    queryKey: ['lineageGraph', urn, state.hops, expansions],
    meta: { shows: WITH_LINEAGE },
    queryFn: async ({ signal }) => (await readGraph(urn, state.hops, expansions, signal)) ?? null,
    placeholderData: (before) =>
      before?.nodes.some((node) => node.hop === 0 && node.urn === urn) === true ? before : undefined,
  });
  const totals = useLineageTotals(urn);
  const shown = useMemo(() => (graph ? visibleGraph(graph, urn, state) : undefined), [graph, urn, state]);
  const columns = useColumnsAround(state.columnsOf, shown);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (graph === undefined) return <Skeleton lines={10} label="Loading the lineage" />;
  if (graph === null || shown === undefined) {
    return (
      <EmptyState title="This entity does not exist, or you don’t have access">
        <p>Check the address, or ask an administrator for access.</p>
      </EmptyState>
    );
  }
  if (graph.edges.length === 0 && totals?.every((total) => total === 0) !== false) return <NoLineage />;
  const view = state.view ?? (matchMedia(NARROW).matches ? 'list' : 'graph');
  const parts = {
    graph: shown,
    start: urn,
    columns: columns.data,
    columnsOf: state.columnsOf,
    onExpand: (of: string, direction: Direction) => {
      const key = expansionKey(of, direction);
      const hop = Math.abs(graph.nodes.find((node) => node.urn === of)?.hop ?? 0);
      const count = expansions[key] ?? (hop < state.hops ? NEIGHBOURS : 0);
      setExpansions({ ...expansions, [key]: count + (count === 0 ? NEIGHBOURS : MANY) });
    },
    onColumns: (of: string | undefined) => {
      setState({ ...state, columnsOf: of });
    },
  };
  return (
    <Stack>
      <LineageFilters
        graph={graph}
        state={state}
        view={view}
        totals={totals}
        edit={edit}
        onChange={(changes) => {
          setState({ ...state, ...changes });
        }}
      />
      {columns.error && <ErrorNotice error={columns.error} />}
      {graph.isCut && (
        <Notice tone="warn">
          The graph is too large to show completely. Show fewer hops, or open the lineage of an entity further
          away.
        </Notice>
      )}
      {view === 'list' ? (
        <LineageList {...parts} />
      ) : (
        <Suspense fallback={<Skeleton lines={10} label="Loading the graph" />}>
          <LineageDrawing {...parts} />
        </Suspense>
      )}
      {columns.data?.edges.length === 0 && (
        <Soft>No column lineage between this dataset and its visible neighbours.</Soft>
      )}
    </Stack>
  );
}

/** Column lineage of a dataset and its neighbours in the graph. */
function useColumnsAround(
  of: string | undefined,
  graph: LineageGraph | undefined,
): ReturnType<typeof useColumnLineage> {
  const around = (graph?.edges ?? []).flatMap(({ from, to }) =>
    from === of ? [to] : to === of ? [from] : [],
  );
  return useColumnLineage(of, around);
}

function NoLineage(): ReactNode {
  return (
    <EmptyState
      title="No lineage yet"
      actions={<ButtonLink to="/docs/ingestion">How ingestion works</ButtonLink>}
    >
      <p>Ingestion brings lineage from sources that know it, such as dbt, warehouses and dashboards.</p>
    </EmptyState>
  );
}
