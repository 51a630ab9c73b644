import { datasetPoints } from './dataset-points.ts';

/** Usage statistics of a dataset, newest first. */
export const getUsage = datasetPoints('getUsage', 'datasetUsageStatistics', 'VIEW_DATASET_USAGE');
