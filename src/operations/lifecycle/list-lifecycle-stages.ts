import { defineModelledRead } from '../operation.ts';

export type { LifecycleStage } from '../../model/lifecycle-stage.ts';

/** The lifecycle stages that entities can be in, without soft-deleted ones, in urn order. */
export const listLifecycleStages = defineModelledRead({
  name: 'listLifecycleStages',
  summary: 'Lists the lifecycle stages that entities can be in.',
  run: (_input: object, { query, scope }) => query.lifecycleStages(scope),
});
