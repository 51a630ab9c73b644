import { datasetPoints } from './dataset-points.ts';

/** Operations that were reported on a dataset, newest first. */
export const getReportedOperations = datasetPoints(
  'getReportedOperations',
  'Lists the operations that were reported on a dataset, newest first.',
  'operation',
  'VIEW_DATASET_OPERATIONS',
);
