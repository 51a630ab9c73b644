import type { Resource } from '../resource.ts';
import { describe, list } from './list-runs.ts';
import { rollBack } from './roll-back.ts';

/** `/runs`: rows written by ingestion runs, and their rollback. */
export const RUNS: Resource = {
  name: 'runs',
  actions: { list, describe, rollback: rollBack },
};
