import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';

/** Starts a comparison of the index with the store; with `repair`, differences are repaired. */
export const startDoctor = defineProtectedModelled({
  name: 'startDoctor',
  effect: 'write',
  summary: 'Starts a comparison of the index with the store; with `repair`, differences are repaired.',
  ...UPKEEP,
  run: async (request: { readonly repair: boolean }, work) => {
    const report = await work.services.maintenance.startDoctor(request);
    if (request.repair) recordUpkeep('repair', work);
    return report;
  },
});
