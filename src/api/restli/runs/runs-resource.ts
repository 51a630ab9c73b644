import type { Resource } from '../resource.ts';
import { describeRun, listRuns } from './list-runs.ts';
import { rollBack } from './roll-back.ts';

/** `/runs`: rows written by ingestion runs, and their rollback. */
export const RUNS: Resource = {
  name: 'runs',
  actions: { list: listRuns, describe: describeRun, rollback: rollBack },
};
