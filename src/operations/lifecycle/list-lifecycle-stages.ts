import { defineRead } from '../operation.ts';
import { objectOf } from '../shapes.ts';

export type { LifecycleStage } from '../../model/lifecycle-stage.ts';

/** The lifecycle stages that entities can be in, without soft-deleted ones, in urn order. */
export const listLifecycleStages = defineRead({
  name: 'listLifecycleStages',
  summary: 'Lists the lifecycle stages that entities can be in.',
  input: () => objectOf({}),
  run: (_input, { query, scope }) => query.lifecycleStages(scope),
});
