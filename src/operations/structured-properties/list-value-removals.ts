import { removalReport } from '../../model/properties/property-generation.ts';
import { defineRead } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Progress of value removal for each ended (deleted or broken) generation of a property, latest end first. */
export const listValueRemovals = defineRead({
  name: 'listValueRemovals',
  summary: 'Lists the progress of value removals of deleted or broken structured properties, latest first.',
  input: () => objectOf({}),
  run: async (_input, { query, scope, settings }) => {
    const generations = await query.endedGenerations(scope);
    const reports = generations.flatMap((generation) => removalReport(generation, settings.now()) ?? []);
    return reports.sort((a, b) => b.endedAt - a.endedAt);
  },
});
