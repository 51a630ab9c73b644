import type { Point } from '../catalog-types.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { ofType } from '../presenters/associations.ts';
import { fineGrainedLineages, linkedEntities } from '../presenters/column-lineage.ts';
import { object } from '../../../util/json-members.ts';
import { fromAspect } from './aspect-field.ts';
import { pointsOf } from './timeseries.ts';
import type { PointArguments } from './timeseries.ts';

/** Inputs and outputs of `DataJob`. */
export const JOB_DETAILS: FieldResolvers = {
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
};

/** Further fields of `DataProcessInstance`. */
export const RUN_DETAILS: FieldResolvers = {
  state: async (entity: EntityReference, args: PointArguments, context: GraphqlContext) =>
    (await pointsOf(entity, 'dataProcessInstanceRunEvent', args, context)).map(runEvent),
  parentTemplate: fromAspect('dataProcessInstanceRelationships', (value, _entity, { references }) =>
    references.find(value['parentTemplate']),
  ),
  optionalPlatform: fromAspect('dataPlatformInstance', (value, _entity, { references }) =>
    ofType('dataPlatform', references.find(value['platform'])),
  ),
  mlModelTrainingRunProperties: fromAspect('mlTrainingRunProperties', (value) => value),
};

function runEvent({ value }: Point): object {
  const result = object(value['result']);
  return {
    ...value,
    result: result && { resultType: result['type'], nativeResultType: result['nativeResultType'] },
  };
}
