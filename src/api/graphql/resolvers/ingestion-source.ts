import type { EntityReference } from '../../../model/entity-reference.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { deleteExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { entries, object } from '../../../util/json-members.ts';
import { notNegative } from '../../../util/not-negative.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import { parseFilter } from '../parse-search.ts';
import { ofType } from '../presenters/associations.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import type { FacetFilterInput } from '../schema-types.generated.ts';
import { withRootCause } from '../wrapped-error.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';

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
const INFO = 'dataHubIngestionSourceInfo';
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
  createIngestionSource: (_root, { input }, context) => {
    const urn = formatUrn(SOURCE, context.settings.newId());
    return write(urn, input, 'Failed to create ingestion source', context);
  },
  updateIngestionSource: (_root, { urn, input }, context) =>
    write(urn, input, `Failed to perform update against ingestion source with urn ${urn}`, context),
  deleteIngestionSource: async (_root, { urn }, context) => {
    requireOneOf(MANAGE, context);
    await deleteExisting(context.references.parseAs(SOURCE, urn), context);
    return urn;
  },
} satisfies Partial<Resolvers['Mutation']>;

function write(urn: string, input: UpdateInput, task: string, context: GraphqlContext): Promise<Urn> {
  return withRootCause(
    () => task,
    async () => {
      requireOneOf(MANAGE, context);
      const source = context.references.parseAs(SOURCE, urn);
      const { schedule, config, name, type } = input;
      const { version, debugMode, extraArgs, recipe, executorId } = config;
      const args = extraArgs?.map(({ key, value }) => [key, value ?? ''] as const);
      const info = {
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
      await context.ingest([upsertOf(source.urn, INFO, info)]);
      return source.urn;
    },
  );
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
