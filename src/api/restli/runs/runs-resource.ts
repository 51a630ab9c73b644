import type { Resource } from '../resource.ts';
import { describeRun, listRuns } from './list-runs.ts';
import { rollBack } from './roll-back.ts';

/** `/runs`: what ingestion runs wrote, and how to undo it. */
export const RUNS: Resource = {
  name: 'runs',
  actions: { list: listRuns, describe: describeRun, rollback: rollBack },
};
