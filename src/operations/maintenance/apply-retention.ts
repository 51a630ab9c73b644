import * as v from 'valibot';
import { defineProtected } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';

/** Deletes old aspect versions that the retention policies do not keep; returns their number. */
export const applyRetention = defineProtected({
  name: 'applyRetention',
  effect: 'delete',
  summary: 'Deletes old aspect versions that the retention policies do not keep.',
  ...UPKEEP,
  isLong: true,
  input: () => objectOf({ urn: v.exactOptional(URN), aspectName: v.exactOptional(TEXT) }),
  run: async (selection, work) => {
    const removed = await work.services.maintenance.applyRetention(selection);
    recordUpkeep('retention', work);
    return removed;
  },
});
