import { removalReport } from '../../model/properties/property-generation.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Progress of value removal for each ended (deleted or broken) generation of a property, latest end first. */
export const listValueRemovals = defineModelled({
  name: 'listValueRemovals',
  effect: 'read',
  needs: READ,
  run: async (_input: object, { query, scope, settings }) => {
    const generations = await query.propertyGenerations(scope);
    const reports = generations.flatMap((generation) => removalReport(generation, settings.now()) ?? []);
    return reports.sort((a, b) => b.endedAt - a.endedAt);
  },
});
