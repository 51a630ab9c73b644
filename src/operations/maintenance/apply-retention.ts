import type { VersionSelection } from '../../store/version-trim.ts';
import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';

/** Deletes old aspect versions that the retention policies do not keep; returns their number. */
export const applyRetention = defineProtectedModelled({
  name: 'applyRetention',
  effect: 'delete',
  summary: 'Deletes old aspect versions that the retention policies do not keep.',
  ...UPKEEP,
  isLong: true,
  run: async (selection: VersionSelection, work) => {
    const removed = await work.services.maintenance.applyRetention(selection);
    recordUpkeep('retention', work);
    return removed;
  },
});
