import { datasetPoints } from './dataset-points.ts';

/** Profiles of a dataset, newest first. */
export const getProfiles = datasetPoints(
  'getProfiles',
  'Lists the profiles of a dataset, newest first.',
  'datasetProfile',
  'VIEW_DATASET_PROFILE',
);
