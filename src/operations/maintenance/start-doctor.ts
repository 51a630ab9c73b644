import * as v from 'valibot';
import { defineProtected } from '../operation.ts';
import { FLAG, objectOf } from '../shapes.ts';
import { MAINTENANCE, recordMaintenance } from './maintenance.ts';

/** Starts a comparison of the index with the store; with `repair`, differences are repaired. */
export const startDoctor = defineProtected({
  name: 'startDoctor',
  effect: 'write',
  summary: 'Starts a comparison of the index with the store; with `repair`, differences are repaired.',
  ...MAINTENANCE,
  input: () => objectOf({ repair: v.nullish(FLAG, false) }),
  run: async (request, work) => {
    const report = await work.services.maintenance.startDoctor(request);
    if (request.repair) recordMaintenance('repair', work);
    return report;
  },
});
