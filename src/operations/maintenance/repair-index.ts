import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { MAINTENANCE, recordMaintenance } from './maintenance.ts';

/** Starts a doctor with repair, unless one started by this process is still queued. Returns its report. */
export const repairIndex = defineProtected({
  name: 'repairIndex',
  effect: 'write',
  summary: 'Starts a doctor that repairs the index, unless one is already queued.',
  ...MAINTENANCE,
  input: () => objectOf({}),
  run: async (_input, work) => {
    const report = await work.services.maintenance.repairIndex();
    recordMaintenance('repair', work);
    return report;
  },
});
