import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { parseFilter } from '../parse-search.ts';
import { given } from '../property-input.ts';
import type { FacetFilterInput } from '../search-input.ts';
import { withRootCause } from '../wrapped-error.ts';
import { notNegative } from './relationships.ts';

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly filters?: readonly FacetFilterInput[] | null;
}

interface UpdateInput {
  readonly name: string;
  readonly type: string;
  readonly schedule?: { readonly interval: string; readonly timezone: string } | null;
  readonly config: {
    readonly recipe: string;
    readonly version?: string | null;
    readonly executorId: string;
    readonly debugMode?: boolean | null;
    readonly extraArgs?: readonly { readonly key: string; readonly value?: string | null }[] | null;
  };
}

interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
}

const SOURCE = 'dataHubIngestionSource';
const RUN_INPUT = 'dataHubExecutionRequestInput';
const DEFAULT_COUNT = 20;
/** Runs that are put into order; of an ingestion with more, the order is that of their urns. */
const MOST_RUNS = 10_000;

const FLAGS = {
  maxAggValues: 1,
  skipAggregates: true,
  skipHighlighting: true,
  includeSoftDeleted: false,
  includeStructuredPropertyFacets: false,
  filterNonLatestVersions: false,
  grouping: [],
};

const DENIAL = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** Configured ingestions. */
export const INGESTION_SOURCE_QUERIES: FieldResolvers = {
  listIngestionSources: async (
    _root: unknown,
    { input }: { readonly input: ListInput },
    context: GraphqlContext,
  ) => {
    context.catalog.requirePrivilege('MANAGE_INGESTION', DENIAL);
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? DEFAULT_COUNT);
    const outcome = await context.catalog.search({
      entityTypes: [SOURCE],
      query: input.query ?? '*',
      filter: parseFilter({ filters: input.filters ?? null }),
      flags: FLAGS,
      sort: [{ field: 'urn', order: 'ASCENDING' }],
      start,
      count,
      scrollId: undefined,
      keepAliveMs: undefined,
    });
    const ingestionSources = outcome.hits.map(({ urn }) => context.references.to(urn));
    return { start, count: ingestionSources.length, total: outcome.total, ingestionSources };
  },
};

/** Configuring ingestions. */
export const INGESTION_SOURCE_MUTATIONS: FieldResolvers = {
  updateIngestionSource: (
    _root: unknown,
    { urn: text, input }: { readonly urn: string; readonly input: UpdateInput },
    context: GraphqlContext,
  ) =>
    withRootCause(
      () => `Failed to perform update against ingestion source with urn ${text}`,
      async () => {
        context.catalog.requirePrivilege('MANAGE_INGESTION', DENIAL);
        const { urn } = context.references.parseAs(SOURCE, text);
        const { schedule, config, name, type } = input;
        const { version, debugMode, extraArgs, recipe, executorId } = config;
        const args = extraArgs?.map(({ key, value }) => [key, value ?? ''] as const);
        const value = {
          name,
          type,
          ...(schedule && { schedule: { ...schedule } }),
          config: {
            recipe,
            executorId,
            ...given({ version, debugMode }),
            ...(args && { extraArgs: Object.fromEntries(args) }),
          },
        };
        const { sequence } = await context.catalog.ingest([
          { urn, aspectName: 'dataHubIngestionSourceInfo', changeType: 'UPSERT', value },
        ]);
        context.wrote(sequence);
        return urn;
      },
    ),
};

/** A page of the runs of an ingestion. */
export async function executions(
  { urn }: EntityReference,
  { start: from, count: most }: PageArguments,
  { catalog, references }: GraphqlContext,
): Promise<unknown> {
  const start = notNegative('start', from ?? 0);
  const count = notNegative('count', most ?? DEFAULT_COUNT);
  const { entities, total } = await catalog.relationships({
    urn,
    types: ['ingestionSource'],
    direction: 'INCOMING',
    start: 0,
    count: MOST_RUNS,
    includeSoftDelete: false,
  });
  const inputs = await catalog.getEntities(
    entities.map((run) => run.urn),
    [RUN_INPUT],
  );
  const requestedAt = (run: Urn): number =>
    Number(inputs.get(run)?.get(RUN_INPUT)?.value['requestedAt'] ?? 0);
  const runs = entities.map((run) => run.urn).sort((a, b) => requestedAt(b) - requestedAt(a));
  const page = runs.slice(start, start + count);
  return { start, count: page.length, total, executionRequests: page.map((run) => references.to(run)) };
}
