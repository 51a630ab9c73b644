import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';

/** Starts a doctor with repair, unless one that this process started has not begun to run yet. Returns its report. */
export const repairIndex = defineProtected({
  name: 'repairIndex',
  effect: 'write',
  summary: 'Starts a doctor that repairs the index, unless one is waiting already.',
  ...UPKEEP,
  input: () => objectOf({}),
  run: async (_input, work) => {
    const report = await work.services.maintenance.repairIndex();
    recordUpkeep('repair', work);
    return report;
  },
});
