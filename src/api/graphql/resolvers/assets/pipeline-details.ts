import { object } from '../../../../util/json/json-members.ts';
import type { Aspect } from '../../../../model/aspect.ts';
import { ofType } from '../../presenters/associations.ts';
import { fineGrainedLineages, linkedEntities } from '../../presenters/column-lineage.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';
import { pointsOf } from '../timeseries/timeseries.ts';

/** Inputs and outputs of `DataJob`. */
export const JOB_DETAILS = {
  inputOutput: fromAspect('dataJobInputOutput', (value, _entity, { references }) => ({
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

/** Further fields of `DataProcessInstance`. */
export const RUN_DETAILS = {
  state: async (entity, args, context) =>
    (await pointsOf(entity, 'dataProcessInstanceRunEvent', args, context)).map(runEvent),
  parentTemplate: fromAspect('dataProcessInstanceRelationships', (value, _entity, { references }) =>
    references.find(value['parentTemplate']),
  ),
  optionalPlatform: fromAspect('dataPlatformInstance', (value, _entity, { references }) =>
    ofType('dataPlatform', references.find(value['platform'])),
  ),
  mlModelTrainingRunProperties: fromAspect('mlTrainingRunProperties', (value) => value),
} satisfies Partial<Resolvers['DataProcessInstance']>;

function runEvent({ value }: Aspect): object {
  const result = object(value['result']);
  return {
    ...value,
    result: result && { resultType: result['type'], nativeResultType: result['nativeResultType'] },
  };
}
