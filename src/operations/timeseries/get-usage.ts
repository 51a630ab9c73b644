import { datasetPoints } from './dataset-points.ts';

/** Usage statistics of a dataset, newest first. */
export const getUsage = datasetPoints(
  'getUsage',
  'Lists the usage statistics of a dataset, newest first.',
  'datasetUsageStatistics',
  'VIEW_DATASET_USAGE',
);
