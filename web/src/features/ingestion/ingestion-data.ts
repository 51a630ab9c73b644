import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';

/** The privilege to manage sources and their runs, and its display name. */
export const MANAGE_INGESTION = 'MANAGE_INGESTION';
export const PRIVILEGE_NAME = 'Manage Metadata Ingestion';

/** Rows per page of sources or runs. */
export const PAGE_SIZE = 20;

const SOURCES = graphql(`
  query ingestionSources($input: ListIngestionSourcesInput!) {
    listIngestionSources(input: $input) {
      total
      ingestionSources {
        urn
        name
        type
        schedule {
          interval
          timezone
        }
        executions(start: 0, count: 1) {
          executionRequests {
            urn
            input {
              requestedAt
            }
            result {
              status
              startTimeMs
            }
          }
        }
      }
    }
  }
`);

const SOURCE = graphql(`
  query ingestionSource($urn: String!, $start: Int!, $count: Int!) {
    ingestionSource(urn: $urn) {
      urn
      name
      type
      schedule {
        interval
        timezone
      }
      config {
        recipe
        executorId
        version
        debugMode
        extraArgs {
          key
          value
        }
      }
      executions(start: $start, count: $count) {
        total
        executionRequests {
          urn
          input {
            requestedAt
            actorUrn
          }
          result {
            status
            startTimeMs
            durationMs
          }
        }
      }
    }
  }
`);

const RUN = graphql(`
  query ingestionRun($urn: String!) {
    executionRequest(urn: $urn) {
      urn
      exists
      input {
        requestedAt
        actorUrn
        executorId
      }
      result {
        status
        startTimeMs
        durationMs
        report
        structuredReport {
          serializedValue
        }
      }
    }
  }
`);

const START = graphql(`
  mutation runIngestionSource($input: CreateIngestionExecutionRequestInput!) {
    createIngestionExecutionRequest(input: $input)
  }
`);

const CANCEL = graphql(`
  mutation cancelIngestionRun($input: CancelIngestionExecutionRequestInput!) {
    cancelIngestionExecutionRequest(input: $input)
  }
`);

const TEST = graphql(`
  mutation testConnection($input: CreateTestConnectionRequestInput!) {
    createTestConnectionRequest(input: $input)
  }
`);

const DELETE = graphql(`
  mutation deleteIngestionSource($urn: String!) {
    deleteIngestionSource(urn: $urn)
  }
`);

const SHOWN = { types: ['dataHubIngestionSource', 'dataHubExecutionRequest'] };
/** Queries to refetch after a change of a source or a run. */
export const AFFECTED_QUERIES = ['ingestionSources', 'ingestionSource', 'ingestionRun'];

/** A page of sources, each with its last run. Omits the server's own sources. */
export const useSources = (q: string, start: number) =>
  useQuery({
    queryKey: ['ingestionSources', q, start],
    meta: { shows: SHOWN },
    queryFn: async ({ signal }) => {
      const filters = [{ field: 'sourceType', values: ['SYSTEM'], negated: true }];
      const input = { start, count: PAGE_SIZE, filters, ...(q !== '' && { query: q }) };
      return (await query(SOURCES, { input }, signal)).listIngestionSources;
    },
    placeholderData: keepPreviousData,
  });

/** A source in the list. */
export type ListedSource = NonNullable<ReturnType<typeof useSources>['data']>['ingestionSources'][number];

/** A source with a page of its runs, newest first; null if it does not exist. */
export const useSource = (urn: string, start: number) =>
  useQuery({
    queryKey: ['ingestionSource', urn, start],
    meta: { shows: SHOWN },
    queryFn: ({ signal }) => readSource(urn, start, signal),
    placeholderData: (before) => (before?.urn === urn ? before : undefined),
  });

/** Reads a source with a page of its runs; null if it does not exist. Throws {@link ApiError}. */
export async function readSource(urn: string, start: number, signal?: AbortSignal) {
  return (await query(SOURCE, { urn, start, count: PAGE_SIZE }, signal)).ingestionSource;
}

/** A source as its page shows it. */
export type ShownSource = NonNullable<ResultOf<typeof SOURCE>['ingestionSource']>;

/** A run in the list of its source. */
export type ListedRun = NonNullable<ShownSource['executions']>['executionRequests'][number];

/** A run with its log; null if it does not exist. */
export const useRun = (urn: string) =>
  useQuery({
    queryKey: ['ingestionRun', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: async ({ signal }) => {
      const { executionRequest: run } = await query(RUN, { urn }, signal);
      return run?.exists === true ? run : null;
    },
  });

/** A run with its log. */
export type ShownRun = NonNullable<ReturnType<typeof useRun>['data']>;

/** Requests a run; the result is its urn. */
export const useStartRun = () =>
  useChange(
    AFFECTED_QUERIES,
    async (ingestionSourceUrn: string) =>
      (await query(START, { input: { ingestionSourceUrn } })).createIngestionExecutionRequest ?? '',
  );

/** Stops a run. */
export const useCancelRun = () =>
  useChange(AFFECTED_QUERIES, (input: VariablesOf<typeof CANCEL>['input']) => query(CANCEL, { input }));

/** Requests a connection test of a recipe; the result is the urn of the request. */
export const useTestConnection = () =>
  useChange(
    [],
    async (input: VariablesOf<typeof TEST>['input']) =>
      (await query(TEST, { input })).createTestConnectionRequest ?? '',
  );

/** Deletes a source; its runs are kept. */
export const useDeleteSource = () => useChange(['ingestionSources'], (urn: string) => query(DELETE, { urn }));

/** Address of the page of a source. */
export function sourcePath(urn: string): string {
  return `/ingestion/${encodeURIComponent(urn)}`;
}
