import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { MAINTENANCE, recordMaintenance } from './maintenance.ts';

/** Starts a doctor with repair, unless one that this process started has not begun to run yet. Returns its report. */
export const repairIndex = defineProtected({
  name: 'repairIndex',
  effect: 'write',
  summary: 'Starts a doctor that repairs the index, unless one is waiting already.',
  ...MAINTENANCE,
  input: () => objectOf({}),
  run: async (_input, work) => {
    const report = await work.services.maintenance.repairIndex();
    recordMaintenance('repair', work);
    return report;
  },
});
