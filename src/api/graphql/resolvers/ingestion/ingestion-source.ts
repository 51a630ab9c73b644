import type { EntityReference } from '../../../../model/entity-reference.ts';
import { SOURCE_INFO as INFO } from '../../../../model/ingestion/run-request.ts';
import { createIngestionSource } from '../../../../operations/ingestion/create-ingestion-source.ts';
import { deleteIngestionSource } from '../../../../operations/ingestion/delete-ingestion-source.ts';
import { getIngestionSource } from '../../../../operations/ingestion/get-ingestion-source.ts';
import { listExecutionRequests } from '../../../../operations/ingestion/list-execution-requests.ts';
import { listIngestionSources } from '../../../../operations/ingestion/list-ingestion-sources.ts';
import { updateIngestionSource } from '../../../../operations/ingestion/update-ingestion-source.ts';
import { entries, object } from '../../../../util/json/json-members.ts';
import { answeredBy, bind, ofArguments } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { Resolvers, UpdateIngestionSourceInput } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember, fromReference, nameFrom } from '../fields/aspect-field.ts';
import type { PageArguments } from '../fields/page-of.ts';
import { StoredRecord } from '../../presenters/stored-record.ts';
import { ENTITY_FIELDS } from '../entities/entity-fields.ts';

const BY_URN = [{ field: 'urn', order: 'ASCENDING' }] as const;
const LATEST_REQUEST = [{ field: 'requestTimeMs', order: 'DESCENDING' }] as const;

/** Fields of `IngestionSource`. */
export const INGESTION_SOURCE = {
  name: nameFrom(INFO),
  type: fromMember(INFO, 'type'),
  platform: fromReference(INFO, 'platform', 'dataPlatform'),
  schedule: fromMember(INFO, 'schedule'),
  source: fromMember(INFO, 'source'),
  config: fromAspect(INFO, (value) => {
    const config = object(value['config']);
    return config && { ...config, extraArgs: entries(config['extraArgs']) };
  }),
  urn: ENTITY_FIELDS.urn,
  ownership: fromAspect('ownership', (value, _references, of) => new StoredRecord(value, of)),
  executions,
  latestSuccessfulExecution: async ({ urn }, _args, context) => {
    const succeeded = { field: 'executionResultStatus', values: ['SUCCESS'] };
    const filter = parseFilter({ filters: [{ field: 'ingestionSource', values: [urn] }, succeeded] });
    const { entities } = await context.run(listExecutionRequests, { filter, sort: LATEST_REQUEST, count: 1 });
    return entities[0];
  },
} satisfies Partial<Resolvers['IngestionSource']>;

/** Queries for ingestion sources and their runs. */
export const INGESTION_SOURCE_QUERIES = {
  listIngestionSources: answeredBy(listIngestionSources, async (_root, { input }, context) => {
    const { query, start, count, filters, sort } = input;
    const order = sort ? [{ field: sort.field, order: sort.sortOrder }] : BY_URN;
    const filter = parseFilter({ filters: filters ?? null });
    const listing = { query, start, count, filter, sort: order };
    const { entities, ...page } = await context.run(listIngestionSources, listing);
    return { ...page, ingestionSources: entities };
  }),
  ingestionSource: answeredBy(
    getIngestionSource,
    async (_root, { urn }, context) => (await context.run(getIngestionSource, { source: urn })) ?? null,
  ),
} satisfies Partial<Resolvers['Query']>;

export const INGESTION_SOURCE_MUTATIONS = {
  createIngestionSource: bind(createIngestionSource, ({ input }) => sourceOf(input), {
    present: (urn) => urn,
  }),
  updateIngestionSource: bind(updateIngestionSource, ({ urn, input }) => ({ urn, ...sourceOf(input) }), {
    present: (urn) => urn,
  }),
  deleteIngestionSource: ofArguments(deleteIngestionSource, { present: (urn) => urn }),
} satisfies Partial<Resolvers['Mutation']>;

function sourceOf({ config: { extraArgs, ...config }, source, ...input }: UpdateIngestionSourceInput) {
  const args = extraArgs?.map(({ key, value }) => [key, value ?? ''] as const);
  return { ...input, origin: source, config: { ...config, extraArgs: args && Object.fromEntries(args) } };
}

/** One page of the runs of an ingestion source, the most recently requested first. */
async function executions(
  { urn }: EntityReference,
  { start, count }: PageArguments,
  context: GraphqlContext,
): Promise<object> {
  const filter = parseFilter({ filters: [{ field: 'ingestionSource', values: [urn] }] });
  const listing = { start, count, filter, sort: LATEST_REQUEST };
  const { entities, ...page } = await context.run(listExecutionRequests, listing);
  return { ...page, executionRequests: entities };
}
