import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { Urn } from '../../../../model/urn.ts';
import { findEntities } from '../../../../operations/find-entities.ts';
import { createIngestionSource } from '../../../../operations/ingestion/create-ingestion-source.ts';
import { deleteIngestionSource } from '../../../../operations/ingestion/delete-ingestion-source.ts';
import { SOURCE, SOURCE_INFO as INFO } from '../../../../operations/ingestion/ingestion-source.ts';
import { updateIngestionSource } from '../../../../operations/ingestion/update-ingestion-source.ts';
import { entries, object } from '../../../../util/json/json-members.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { bind } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { requireOneOf } from '../../context/require-privilege.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import { ofType } from '../../presenters/associations.ts';
import type {
  FacetFilterInput,
  Resolvers,
  UpdateIngestionSourceInput,
} from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember, nameFrom } from '../fields/aspect-field.ts';
import { ENTITY_FIELDS } from '../entities/entity-fields.ts';

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly filters?: readonly FacetFilterInput[] | null;
}

export interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
}

const RUN_INPUT = 'dataHubExecutionRequestInput';
const DEFAULT_COUNT = 20;
const MANAGE = ['MANAGE_INGESTION'];
/** Maximum runs of an ingestion source that are read and sorted; further runs are not shown. */
const MOST_RUNS = 10_000;
const BY_URN = [{ field: 'urn', order: 'ASCENDING' }] as const;

/** Fields of `IngestionSource`. */
export const INGESTION_SOURCE = {
  name: nameFrom(INFO),
  type: fromMember(INFO, 'type'),
  platform: fromAspect(INFO, (value, _entity, { references }) =>
    ofType('dataPlatform', references.find(value['platform'])),
  ),
  schedule: fromMember(INFO, 'schedule'),
  config: fromAspect(INFO, (value) => {
    const config = object(value['config']);
    return config && { ...config, extraArgs: entries(config['extraArgs']) };
  }),
  urn: ENTITY_FIELDS.urn,
  ownership: ENTITY_FIELDS.ownership,
  executions,
} satisfies Partial<Resolvers['IngestionSource']>;

/** Queries for ingestion sources and their runs. */
export const INGESTION_SOURCE_QUERIES = {
  listIngestionSources: async (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    const { entities, ...page } = await list(SOURCE, input, context);
    return { ...page, ingestionSources: entities };
  },
  ingestionSource: async (_root, { urn }, context) => {
    requireOneOf(MANAGE, context);
    const source = context.references.parseAs(SOURCE, urn);
    return (await context.loader.exists(source.urn)) ? source : null;
  },
  executionRequest: (_root, { urn }, context) => {
    requireOneOf(MANAGE, context);
    return context.references.parseAs('dataHubExecutionRequest', urn);
  },
} satisfies Partial<Resolvers['Query']>;

export const INGESTION_SOURCE_MUTATIONS = {
  createIngestionSource: bind(createIngestionSource, ({ input }) => sourceOf(input), {
    present: (urn) => urn,
    failed: () => 'Failed to create ingestion source',
  }),
  updateIngestionSource: bind(
    updateIngestionSource,
    ({ urn, input }) => ({ source: urn, ...sourceOf(input) }),
    {
      present: (urn) => urn,
      failed: ({ urn }) => `Failed to perform update against ingestion source with urn ${urn}`,
    },
  ),
  deleteIngestionSource: bind(deleteIngestionSource, ({ urn }) => ({ source: urn }), {
    present: (urn) => urn,
    failed: null,
  }),
} satisfies Partial<Resolvers['Mutation']>;

function sourceOf({ config: { extraArgs, ...config }, ...input }: UpdateIngestionSourceInput) {
  const args = extraArgs?.map(({ key, value }) => [key, value ?? ''] as const);
  return { ...input, config: { ...config, extraArgs: args && Object.fromEntries(args) } };
}

function list(entityType: string, { query, start, count, filters }: ListInput, context: GraphqlContext) {
  const filter = parseFilter({ filters: filters ?? null });
  return findEntities({ entityTypes: [entityType], query, start, count, filter, sort: BY_URN }, context);
}

/** One page of the runs of an ingestion source, the most recently requested first. */
async function executions(
  { urn }: EntityReference,
  { start: from, count: most }: PageArguments,
  { catalog, references }: GraphqlContext,
): Promise<object> {
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
