import * as v from 'valibot';
import { defineProtected } from '../operation.ts';
import { FLAG, TEXT, objectOf } from '../shapes.ts';
import { MAINTENANCE, recordMaintenance } from './maintenance.ts';

/** Starts an upgrade of stored state to this version; throws INVALID_REQUEST for an unknown step. */
export const startSystemUpdate = defineProtected({
  name: 'startSystemUpdate',
  effect: 'write',
  summary: 'Starts an upgrade of stored state to this version.',
  ...MAINTENANCE,
  /** `step`: the only one to run, even if it is not needed. */
  input: () =>
    objectOf({
      step: v.nullish(TEXT),
      reindexMappings: v.nullish(FLAG, false),
      structuredProperties: v.nullish(FLAG, false),
    }),
  run: async ({ step, ...switches }, work) => {
    const request = { ...(typeof step === 'string' && { step }), switches };
    const report = await work.services.maintenance.startSystemUpdate(request);
    recordMaintenance('system-update', work);
    return report;
  },
});
