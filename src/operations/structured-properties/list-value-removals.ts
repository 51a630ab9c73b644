import { removalReport } from '../../model/properties/property-generation.ts';
import { defineModelledRead } from '../operation.ts';

/** Progress of value removal for each ended (deleted or broken) generation of a property, latest end first. */
export const listValueRemovals = defineModelledRead({
  name: 'listValueRemovals',
  summary: 'Lists the progress of value removals of deleted or broken structured properties, latest first.',
  run: async (_input: object, { query, scope, settings }) => {
    const generations = await query.endedGenerations(scope);
    const reports = generations.flatMap((generation) => removalReport(generation, settings.now()) ?? []);
    return reports.sort((a, b) => b.endedAt - a.endedAt);
  },
});
