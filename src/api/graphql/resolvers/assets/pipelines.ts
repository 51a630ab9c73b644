import type { Aspect } from '../../../../model/aspect.ts';
import { object } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import { fineGrainedLineages, linkedEntities } from '../../presenters/column-lineage.ts';
import { auditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey, fromMember, fromReference, nameFrom } from '../fields/aspect-field.ts';
import { pointsOf } from '../timeseries/timeseries.ts';
import { runsOf } from '../timeseries/reported-operations.ts';

const flowInUrn = fromKey('flow');
const flowDetails = details('dataFlowInfo', {}, times);
const jobDetails = details('dataJobInfo', {}, times);

/** Fields of `DataFlow`. */
export const DATA_FLOW = {
  orchestrator: fromKey('orchestrator'),
  flowId: fromKey('flowId'),
  cluster: fromKey('cluster'),
  properties: flowDetails,
  info: flowDetails,
  editableProperties: fromAspect('editableDataFlowProperties', (value) => value),
} satisfies Partial<Resolvers['DataFlow']>;

/** Fields of `DataJob`. */
export const DATA_JOB = {
  jobId: fromKey('jobId'),
  runs: runsOf,
  dataFlow: (entity, args, context) =>
    ofType('dataFlow', context.references.find(flowInUrn(entity, args, context))),
  properties: jobDetails,
  info: jobDetails,
  editableProperties: fromAspect('editableDataJobProperties', (value) => value),
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
  name: nameFrom('dataProcessInstanceProperties'),
  properties: details('dataProcessInstanceProperties', {}, times),
  created: fromAspect('dataProcessInstanceProperties', (value) => auditStamp(value['created'])),
  externalUrl: fromMember('dataProcessInstanceProperties', 'externalUrl'),
  state: async (entity, args, context) =>
    (await pointsOf(entity, 'dataProcessInstanceRunEvent', args, context)).map(runEvent),
  parentTemplate: fromReference('dataProcessInstanceRelationships', 'parentTemplate'),
  optionalPlatform: fromReference('dataPlatformInstance', 'platform', 'dataPlatform'),
  mlTrainingRunProperties: fromAspect('mlTrainingRunProperties', (value) => value),
} satisfies Partial<Resolvers['DataProcessInstance']>;

function times(value: JsonObject): object {
  return { created: auditStamp(value['created']), lastModified: auditStamp(value['lastModified']) };
}

function runEvent({ value }: Aspect): object {
  const result = object(value['result']);
  return {
    ...value,
    result: result && { resultType: result['type'], nativeResultType: result['nativeResultType'] },
  };
}
