import type { UpdateRequest } from '../../model/maintenance/system-update-request.ts';
import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';

/** Starts an upgrade of stored state to this version; throws INVALID_REQUEST for an unknown step. */
export const startSystemUpdate = defineProtectedModelled({
  name: 'startSystemUpdate',
  effect: 'write',
  summary: 'Starts an upgrade of stored state to this version.',
  ...UPKEEP,
  run: async (request: UpdateRequest, work) => {
    const report = await work.services.maintenance.startSystemUpdate(request);
    recordUpkeep('system-update', work);
    return report;
  },
});
