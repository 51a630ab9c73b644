import { object } from '../../../../util/json/json-members.ts';
import type { Aspect } from '../../../../model/aspect.ts';
import { fineGrainedLineages, linkedEntities } from '../../presenters/column-lineage.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromReference } from '../fields/aspect-field.ts';
import { pointsOf } from '../timeseries/timeseries.ts';

/** Inputs and outputs of `DataJob`. */
export const JOB_DETAILS = {
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

/** Further fields of `DataProcessInstance`. */
export const RUN_DETAILS = {
  state: async (entity, args, context) =>
    (await pointsOf(entity, 'dataProcessInstanceRunEvent', args, context)).map(runEvent),
  parentTemplate: fromReference('dataProcessInstanceRelationships', 'parentTemplate'),
  optionalPlatform: fromReference('dataPlatformInstance', 'platform', 'dataPlatform'),
  mlModelTrainingRunProperties: fromAspect('mlTrainingRunProperties', (value) => value),
} satisfies Partial<Resolvers['DataProcessInstance']>;

function runEvent({ value }: Aspect): object {
  const result = object(value['result']);
  return {
    ...value,
    result: result && { resultType: result['type'], nativeResultType: result['nativeResultType'] },
  };
}
