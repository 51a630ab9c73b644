import type { Aspect } from '../../../../model/aspect.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { getRelationships } from '../../../../operations/relationships/get-relationships.ts';
import { object } from '../../../../util/json/json-members.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { fineGrainedLineages, linkedEntities } from '../../presenters/column-lineage.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromKey } from '../fields/aspect-field.ts';
import { pointsOf } from '../timeseries/timeseries.ts';
import { runsOf } from '../timeseries/reported-operations.ts';

/** Maximum number of jobs of a pipeline that are listed at once. */
const MOST_JOBS = 1_000;

const flowInUrn = fromKey('flow');

/** Fields of `DataFlow`. */
export const DATA_FLOW = {
  orchestrator: fromKey('orchestrator'),
  flowId: fromKey('flowId'),
  cluster: fromKey('cluster'),
  runs: runsOf,
  dataJobs,
} satisfies Partial<Resolvers['DataFlow']>;

/** Fields of `DataJob`. */
export const DATA_JOB = {
  jobId: fromKey('jobId'),
  runs: runsOf,
  dataFlow: (entity, args, context) =>
    ofType('dataFlow', context.references.find(flowInUrn(entity, args, context))),
  inputOutput: fromAspect('dataJobInputOutput', (value, references) => ({
    inputDatasets: linkedEntities('dataset', value['inputDatasets'], value['inputDatasetEdges'], references),
    outputDatasets: linkedEntities(
      'dataset',
      value['outputDatasets'],
      value['outputDatasetEdges'],
      references,
    ),
    inputDatajobs: linkedEntities('dataJob', value['inputDatajobs'], value['inputDatajobEdges'], references),
    fineGrainedLineages: fineGrainedLineages(value, references),
  })),
} satisfies Partial<Resolvers['DataJob']>;

/** Fields of `DataProcessInstance`. */
export const DATA_PROCESS_INSTANCE = {
  state: async (entity, args, context) =>
    (await pointsOf(entity, 'dataProcessInstanceRunEvent', args, context)).map(runEvent),
} satisfies Partial<Resolvers['DataProcessInstance']>;

/** The jobs of a pipeline, in the form that older clients read. */
async function dataJobs({ urn }: EntityReference, _args: unknown, context: GraphqlContext): Promise<object> {
  const asked = { types: ['IsPartOf'], direction: 'INCOMING', start: 0, count: MOST_JOBS } as const;
  const { entities } = await context.run(getRelationships, { urn, ...asked, includeSoftDelete: false });
  const jobs = entities.map((related) => context.references.to(related.urn));
  return {
    entities: jobs.filter(({ entityType }) => entityType === 'dataJob').map((entity) => ({ entity })),
  };
}

function runEvent({ value }: Aspect): object {
  const result = object(value['result']);
  return {
    ...value,
    result: result && { resultType: result['type'], nativeResultType: result['nativeResultType'] },
  };
}
