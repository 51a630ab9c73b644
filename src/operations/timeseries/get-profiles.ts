import { datasetPoints } from './dataset-points.ts';

/** Profiles of a dataset, newest first. */
export const getProfiles = datasetPoints('getProfiles', 'datasetProfile', 'VIEW_DATASET_PROFILE');
