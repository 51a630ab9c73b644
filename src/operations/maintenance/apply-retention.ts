import * as v from 'valibot';
import { defineProtected } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import { MAINTENANCE, recordMaintenance } from './maintenance.ts';

/** Deletes old aspect versions that the retention policies do not keep; returns their number. */
export const applyRetention = defineProtected({
  name: 'applyRetention',
  effect: 'delete',
  summary: 'Deletes old aspect versions that the retention policies do not keep.',
  ...MAINTENANCE,
  isLong: true,
  input: () => objectOf({ urn: v.exactOptional(URN), aspectName: v.exactOptional(TEXT) }),
  run: async (selection, work) => {
    const removed = await work.services.maintenance.applyRetention(selection);
    recordMaintenance('retention', work);
    return removed;
  },
});
